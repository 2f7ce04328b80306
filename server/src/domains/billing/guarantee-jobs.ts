import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';
import type { BillingDeps } from './deps.ts';
import { findClaim, updateClaim } from './guarantee-repository.ts';
import { refundPayment } from './refunds.ts';

const positive = z.number().int().positive();

/** Refunds what an approved claim promises. */
export const payGuarantee = job({
  id: 'billing.pay-guarantee',
  payload: z.object({
    claimId: positive,
    refunds: z.array(z.object({ paymentId: positive, amountCents: positive })),
  }),
  maxAttempts: 8,
});

/** Gives back what an approved claim promises; each payment once, however often it runs. */
export async function payClaim(
  deps: BillingDeps,
  claimId: number,
  refunds: readonly { paymentId: number; amountCents: number }[],
): Promise<void> {
  const claim = await findClaim(deps.db, claimId);
  if (claim?.state !== 'approved') return;
  for (const { paymentId, amountCents } of refunds) {
    const reason = `Guarantee claim ${claimId}`;
    const request = { paymentId, amountCents, reason, userId: claim.decidedBy, key: `guarantee:${claimId}:${paymentId}` };
    await refundPayment(deps, request, (tx, refund) => updateClaim(tx, claimId, { refundId: refund.id }));
  }
}
