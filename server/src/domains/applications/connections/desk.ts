import { minuteMs } from '@lintel/contract/core/durations';
import type { DeskNotice } from '@lintel/contract/lender-desk/constants';
import type { Context } from '../../../platform/context.ts';
import { selectDeskRecipients } from '../../identity/index.ts';
import type { LenderRow } from '../../lenders/index.ts';
import { notify } from '../../messaging/index.ts';
import type { LenderApplication, LenderConnection } from '../lender-connection.ts';

/** Several documents uploaded within this time cause one e-mail. */
const gatherMs = 15 * minuteMs;

/**
 * A lender whose people answer at its desk: nothing is sent but e-mails to them, and they see the
 * application in the portal. Answers are the same events as those of a webhook.
 */
export function deskConnection(
  context: Context,
  lender: Pick<LenderRow, 'id' | 'name'>,
): LenderConnection {
  const notifyPeople = (
    notice: DeskNotice,
    { reference }: LenderApplication,
    occasion: string,
  ): Promise<void> =>
    context.db.transaction(async (tx) => {
      for (const { id, ...user } of await selectDeskRecipients(tx, lender.id, notice))
        await notify(tx, context, {
          event: `lender-desk-${notice}`,
          key: `lender-desk-${notice}:${reference}:${occasion}:${id}`,
          data: {
            user,
            application: { reference },
            link: `${context.config.publicUrl}/lender/applications/${reference}`,
          },
        });
    });
  return {
    name: lender.name,
    submit: (application) => notifyPeople('application', application, 'new'),
    choose: (application, { reference, choice }) =>
      notifyPeople('chosen', application, `${reference}:${choice}`),
    // The desk shows it.
    giveUp: () => Promise.resolve(),
    sendDocument: (application) =>
      notifyPeople(
        'documents',
        application,
        String(Math.floor(context.clock.now().getTime() / gatherMs)),
      ),
  };
}
