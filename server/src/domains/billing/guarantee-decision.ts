import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { toDollars } from '../../platform/money.ts';
import { lockPayer } from './contractor-repository.ts';
import type { BillingDeps } from './deps.ts';
import { payGuarantee } from './guarantee-jobs.ts';
import { mailClaim } from './guarantee-mail.ts';
import { findClaim, lockClaim, selectPaid, updateClaim } from './guarantee-repository.ts';
import { dollarsText } from '../../platform/money.ts';
import { findLatestSubscription } from './subscription-repository.ts';
import { cancelNow } from './subscriptions.ts';

/**
 * Decides an open claim. Approving ends the plan and has every payment of the year refunded by a
 * job. Throws `not_found`, or `conflict` when it was decided before.
 */
export const decideClaim = (
  deps: BillingDeps,
  caller: Caller,
  { id, decision, note }: { id: number; decision: 'approve' | 'decline'; note: string },
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const found = await findClaim(tx, id);
    if (found === undefined) throw new AppError('not_found');
    const { contractorId } = found;
    const payer = await lockPayer(tx, contractorId);
    const claim = await lockClaim(tx, id);
    if (claim?.state !== 'open')
      throw new AppError('conflict', { message: 'This claim was decided meanwhile.' });
    const state = decision === 'approve' ? 'approved' : 'declined';
    await updateClaim(tx, id, {
      state,
      note,
      decidedBy: caller.authenticated.id,
      decidedAt: deps.clock.now(),
    });
    const audited = {
      action: `guarantee.${state}`,
      entity: 'guarantee',
      entityId: id,
      contractorId,
    };
    if (state === 'declined') {
      await recordAudit(tx, deps.clock, caller, { ...audited, details: { note } });
      return mailClaim(tx, deps, { payer, claimId: id, status: state, note });
    }
    const subscription = await findLatestSubscription(tx, contractorId);
    const paid =
      subscription === undefined ? [] : await selectPaid(tx, subscription.id, subscription.term);
    const cents = paid.reduce((sum, { leftCents }) => sum + leftCents, 0);
    await recordAudit(tx, deps.clock, caller, {
      ...audited,
      details: { note, amount: toDollars(cents) },
    });
    await mailClaim(tx, deps, { payer, claimId: id, status: state, amount: dollarsText(cents) });
    await cancelNow(tx, deps, contractorId, caller);
    const refunds = paid.map((payment) => ({
      paymentId: payment.id,
      amountCents: payment.leftCents,
    }));
    await enqueue(tx, payGuarantee, { claimId: id, refunds }, { key: `billing:guarantee:${id}` });
  });
