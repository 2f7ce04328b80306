import { channelLabels, linkStateLabels } from '@lintel/contract/links/constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { column, ownTable, type OwnData } from '../../platform/own-data.ts';
import { linkState } from './present.ts';
import { selectAll, type LinkRow } from './repository.ts';

const { text, number, dollars, moment } = column;
const batch = 500;

async function* iterateLinks(db: Database, contractorId: number): AsyncGenerator<LinkRow> {
  let after = 0;
  for (;;) {
    const rows = await selectAll(db, contractorId, { after, limit: batch });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = last.id;
  }
}

/** A contractor's sent links with their progress. */
export const linkData = ({ db, clock }: Context): OwnData => ({
  tables: [
    ownTable<LinkRow>({
      name: 'sent-links',
      about: 'Links to apply that you sent to customers, and the progress of each.',
      columns: [
        number('Link', ({ id }) => id),
        number('Customer', ({ customerId }) => customerId),
        text('Name', ({ name }) => name),
        text('Phone', ({ phone }) => phoneText(phone)),
        text('E-mail', ({ email }) => email),
        text('Sent by', ({ channel }) => channelLabels[channel]),
        dollars('Amount', ({ amountCents }) => amountCents),
        text('State', (link) => linkStateLabels[linkState(link, clock.now())]),
        moment('Made', ({ createdAt }) => createdAt),
        moment('Sent', ({ sentAt }) => sentAt),
        moment('Delivered', ({ deliveredAt }) => deliveredAt),
        moment('Opened', ({ openedAt }) => openedAt),
        number('Times opened', ({ opens }) => opens),
        moment('Application started', ({ startedAt }) => startedAt),
        moment('Application sent', ({ submittedAt }) => submittedAt),
        number('Application', ({ applicationId }) => applicationId),
        moment('Reminded', ({ remindedAt }) => remindedAt),
        moment('Canceled', ({ canceledAt }) => canceledAt),
        moment('Works until', ({ expiresAt }) => expiresAt),
      ],
      read: (contractorId) => iterateLinks(db, contractorId),
    }),
  ],
});
