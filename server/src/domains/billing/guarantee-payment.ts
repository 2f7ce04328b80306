import type { BillingDeps } from './deps.ts';
import { findClaim, updateClaim } from './guarantee-repository.ts';
import { refundPayment } from './refunds.ts';

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
