import { z } from 'zod';
import { expiringSoonDays } from '@lintel/contract/billing/card-rules';
import { job, onJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import type { PaymentGateway } from '../gateway/index.ts';
import type { BillingDeps } from '../deps.ts';
import { billingLink, cardData, recipient, type MailedCard } from '../mails.ts';
import { findPayer, type Payer } from '../payer-repository.ts';
import { addDays } from '../plans/index.ts';
import { selectExpiringCards } from './repository.ts';

/**
 * Detaches a replaced card from its customer at the gateway, so that it can't be charged any more.
 */
export const detachCard = job({
  id: 'billing.detach-card',
  payload: z.object({ gateway: z.string(), paymentMethodId: z.string() }),
  maxAttempts: 12,
  calls: 'payments',
});

export const cardJobs = ({ gateway }: { gateway: PaymentGateway }): JobHandler[] => [
  // This gateway can't detach a card of a previously used gateway.
  onJob(detachCard, async (card) => {
    if (card.gateway === gateway.name) await gateway.detachCard(card.paymentMethodId);
  }),
];

/**
 * E-mails contractors with a subscription whose card expires within 30 days, once per card. May run
 * any number of times, because each e-mail has a key. A failure doesn't stop the others.
 */
export async function sendExpiryNotices(deps: BillingDeps): Promise<void> {
  const now = deps.clock.now();
  const until = addDays(now, expiringSoonDays);
  await oneByOne(await selectExpiringCards(deps.db, { from: now, until }), {
    log: deps.log,
    work: (card) =>
      deps.db.transaction(async (tx) => {
        const payer = await findPayer(tx, card.contractorId);
        if (payer !== undefined) await mailExpiring(tx, deps, payer, card);
      }),
    failed: ({ contractorId }) => `Contractor ${contractorId} was not told of an expiring card`,
  });
}

/** Queues the notice that a card is about to expire, once per card and expiration month. */
async function mailExpiring(
  tx: Database,
  deps: BillingDeps,
  payer: Payer,
  card: MailedCard & { id: number },
): Promise<void> {
  if (payer.email === '') return;
  await deps.queueMail(tx, {
    event: 'card-expiring',
    key: `card-expiring:${card.id}:${card.expireYear}-${card.expireMonth}`,
    contractorId: payer.id,
    data: { ...recipient(payer), card: cardData(card), link: billingLink(deps) },
  });
}
