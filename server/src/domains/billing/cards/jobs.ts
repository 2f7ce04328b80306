import { z } from 'zod';
import { expiringSoonDays } from '@lintel/contract/billing/card-rules';
import { job, onJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import type { Context } from '../../../platform/context.ts';
import { billingLink, cardData, recipient, type CardMailData } from '../mails.ts';
import { findPayer, type Payer } from '../payer-repository.ts';
import { addDays } from '../plans/index.ts';
import { selectExpiringCards } from './repository.ts';
import { notify } from '../../messaging/index.ts';

/**
 * Detaches a replaced card from its customer at the gateway, so that it can't be charged any more.
 */
export const detachCard = job({
  id: 'billing.detach-card',
  payload: z.object({ gateway: z.string(), paymentMethodId: z.string() }),
  maxAttempts: 12,
  calls: 'payments',
});

export const cardJobs = ({ gateway }: Context): JobHandler[] => [
  // This gateway can't detach a card of a previously used gateway.
  onJob(detachCard, async (card) => {
    if (card.gateway === gateway.name) await gateway.detachCard(card.paymentMethodId);
  }),
];

/**
 * E-mails contractors with a subscription whose card expires within 30 days, once per card. May run
 * any number of times, because each e-mail has a key. A failure doesn't stop the others.
 */
export async function sendExpiryNotices(context: Context): Promise<void> {
  const now = context.clock.now();
  const until = addDays(now, expiringSoonDays);
  await oneByOne(await selectExpiringCards(context.db, { from: now, until }), {
    log: context.log,
    work: (card) =>
      context.db.transaction(async (tx) => {
        const payer = await findPayer(tx, card.contractorId);
        if (payer !== undefined) await mailExpiring(tx, context, payer, card);
      }),
    failed: ({ contractorId }) => `Contractor ${contractorId} was not notified of an expiring card`,
  });
}

/** Queues the notice that a card is about to expire, once per card and expiration month. */
async function mailExpiring(
  tx: Database,
  context: Context,
  payer: Payer,
  card: CardMailData & { id: number },
): Promise<void> {
  if (payer.email === '') return;
  await notify(tx, context, {
    event: 'card-expiring',
    key: `card-expiring:${card.id}:${card.expireYear}-${card.expireMonth}`,
    contractorId: payer.id,
    data: { ...recipient(payer), card: cardData(card), link: billingLink(context) },
  });
}
