import { z } from 'zod';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { MissingRow, job, onJob, type JobHandler } from '../../../platform/jobs/job.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import type { BillingDeps } from '../deps.ts';
import { refundPayment, type RefundRow } from '../payments/index.ts';
import type { GuaranteeDeps } from './guarantee.ts';
import { findClaim, updateClaim, type ClaimRow } from './repository.ts';

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

/** A payment of the claim, and how much of it is refunded. */
interface ClaimRefund {
  paymentId: number;
  amountCents: number;
}

/**
 * Refunds what an approved claim promises; each payment once, however often this runs. A payment
 * that cannot be refunded is logged and does not stop the others. Throws when one failed for a
 * reason that may go away, so that the job runs again.
 */
async function payClaim(
  deps: BillingDeps,
  claimId: number,
  refunds: readonly ClaimRefund[],
): Promise<void> {
  const claim = await findClaim(deps.db, claimId);
  // It is queued by the approval.
  if (claim === undefined || claim.state === 'open')
    throw new MissingRow(`The approval of guarantee claim ${claimId}`);
  if (claim.state !== 'approved') return;
  const failed = await oneByOne(refunds, {
    log: deps.log,
    work: (refund) => refundForClaim(deps, claim, refund),
    failed: ({ paymentId }) => notRefunded(claimId, paymentId),
  });
  if (failed.length > 0)
    throw new Error(
      `Guarantee claim ${claimId}: ${failed.length} payments are still to be refunded`,
    );
}

const notRefunded = (claimId: number, paymentId: number): string =>
  `Guarantee claim ${claimId}: payment ${paymentId} was not refunded`;

/** A refund that our rules or the gateway refuse is logged: trying again would not help. */
async function refundForClaim(
  deps: BillingDeps,
  claim: ClaimRow,
  { paymentId, amountCents }: ClaimRefund,
): Promise<void> {
  const { id: claimId, contractorId, decidedBy: userId } = claim;
  const reason = `Guarantee claim ${claimId}`;
  const key = `guarantee:${claimId}:${paymentId}`;
  const remember = (tx: Database, refund: RefundRow) =>
    updateClaim(tx, claim, { refundId: refund.id });
  const request = { paymentId, contractorId, amountCents, reason, userId, key };
  const { status, message } = await refundPayment(deps, request, remember).catch(refusalOf);
  if (status === 'failed') deps.log.warn(`${notRefunded(claimId, paymentId)}: ${message}`);
}

/** What our own rules say against a refund. Throws any other error again. */
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
