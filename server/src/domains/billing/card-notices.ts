import { expiringSoonDays } from '@lintel/contract/billing/card-rules';
import { oneByOne } from '../../platform/jobs/one-by-one.ts';
import { selectExpiring } from './card-notice-repository.ts';
import { findPayer } from './contractor-repository.ts';
import type { BillingDeps } from './deps.ts';
import { mailExpiring } from './mails.ts';
import { addDays } from './schedule.ts';

/**
 * Tells contractors with a subscription whose card expires within 30 days, once for each card. May
 * run as often as it likes: an e-mail has a key. One that fails keeps nobody else waiting.
 */
export async function noticeExpiring(deps: BillingDeps): Promise<void> {
  const now = deps.clock.now();
  const until = addDays(now, expiringSoonDays);
  await oneByOne(await selectExpiring(deps.db, { from: now, until }), {
    log: deps.log,
    work: (card) =>
      deps.db.transaction(async (tx) => {
        const payer = await findPayer(tx, card.contractorId);
        if (payer !== undefined) await mailExpiring(tx, deps, payer, card);
      }),
    failed: ({ contractorId }) => `Contractor ${contractorId} was not told of an expiring card`,
  });
}
