import { z } from 'zod';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { job, onJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { BillingDeps } from '../deps.ts';
import { refundPayment, type RefundRow } from '../payments/index.ts';
import type { GuaranteeDeps } from './guarantee.ts';
import { findClaim, updateClaim } from './repository.ts';

const positive = z.number().int().positive();

/** Refunds what an approved claim promises. */
export const payGuarantee = job({
  id: 'billing.pay-guarantee',
  payload: z.object({
    claimId: positive,
    refunds: z.array(z.object({ paymentId: positive, amountCents: positive })),
  }),
  maxAttempts: 8,
  calls: 'payments',
});

/**
 * Gives back what an approved claim promises; each payment once, however often it runs. One that
 * cannot be given back is told to the operator and keeps none of the others waiting.
 */
async function payClaim(
  deps: BillingDeps,
  claimId: number,
  refunds: readonly { paymentId: number; amountCents: number }[],
): Promise<void> {
  const claim = await findClaim(deps.db, claimId);
  if (claim?.state !== 'approved') return;
  for (const { paymentId, amountCents } of refunds) {
    const reason = `Guarantee claim ${claimId}`;
    const request = {
      paymentId,
      amountCents,
      reason,
      userId: claim.decidedBy,
      key: `guarantee:${claimId}:${paymentId}`,
    };
    const remember = (tx: Database, refund: RefundRow) =>
      updateClaim(tx, claimId, { refundId: refund.id });
    const { status, message } = await refundPayment(deps, request, remember).catch(refusalOf);
    if (status === 'failed')
      deps.log.warn(`${reason}: payment ${paymentId} was not refunded. ${message}`);
  }
}

/** A rule of ours that was broken is no accident that goes away by trying again. */
function refusalOf(error: unknown): { status: 'failed'; message: string } {
  if (!(error instanceof AppError)) throw error;
  return {
    status: 'failed',
    message: [error.message, ...Object.values(error.fields ?? {})].join(' '),
  };
}

export const guaranteeJobs = (deps: GuaranteeDeps): JobHandler[] => [
  onJob(payGuarantee, ({ claimId, refunds }) => payClaim(deps, claimId, refunds)),
];
