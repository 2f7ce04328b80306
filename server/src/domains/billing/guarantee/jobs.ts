import { z } from 'zod';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { MissingRow, job, onJob, type JobHandler } from '../../../platform/jobs/job.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import type { Context } from '../../../platform/context.ts';
import { refundPayment, type RefundRow } from '../payments/index.ts';
import { findClaim, updateClaim, type ClaimRow } from './repository.ts';

const positive = z.number().int().positive();

/** Pays the refunds of an approved claim. */
export const payGuarantee = job({
  id: 'billing.pay-guarantee',
  payload: z.object({
    claimId: positive,
    refunds: z.array(z.object({ paymentId: positive, amountCents: positive })),
  }),
  maxAttempts: 8,
  calls: 'payments',
});

/** A payment of the claim, and its refund. */
interface ClaimRefund {
  paymentId: number;
  amountCents: number;
}

/**
 * Pays the refunds of an approved claim; each payment once, however often this runs. A payment that
 * can't be refunded is logged and doesn't stop the others. Throws after a temporary failure, so
 * that the job is retried.
 */
async function payClaim(
  context: Context,
  claimId: number,
  refunds: readonly ClaimRefund[],
): Promise<void> {
  const claim = await findClaim(context.db, claimId);
  // The approval queues this job.
  if (claim === undefined || claim.state === 'open')
    throw new MissingRow(`The approval of guarantee claim ${claimId}`);
  if (claim.state !== 'approved') return;
  const failed = await oneByOne(refunds, {
    log: context.log,
    work: (refund) => refundForClaim(context, claim, refund),
    failed: ({ paymentId }) => notRefunded(claimId, paymentId),
  });
  if (failed.length > 0)
    throw new Error(
      `Guarantee claim ${claimId}: ${failed.length} payments are still to be refunded`,
    );
}

const notRefunded = (claimId: number, paymentId: number): string =>
  `Guarantee claim ${claimId}: payment ${paymentId} was not refunded`;

/** A refund rejected by our rules or the gateway is logged, because a retry wouldn't help. */
async function refundForClaim(
  context: Context,
  claim: ClaimRow,
  { paymentId, amountCents }: ClaimRefund,
): Promise<void> {
  const { id: claimId, contractorId, decidedBy: userId } = claim;
  const reason = `Guarantee claim ${claimId}`;
  const key = `guarantee:${claimId}:${paymentId}`;
  const remember = (tx: Database, refund: RefundRow) =>
    updateClaim(tx, claim, { refundId: refund.id });
  const request = { paymentId, contractorId, amountCents, reason, userId, key };
  const { status, message } = await refundPayment(context, request, remember).catch(toRefusal);
  if (status === 'failed') context.log.warn(`${notRefunded(claimId, paymentId)}: ${message}`);
}

/** The rule that rejects a refund. Rethrows any other error. */
function toRefusal(error: unknown): { status: 'failed'; message: string } {
  if (!(error instanceof AppError)) throw error;
  return {
    status: 'failed',
    message: [error.message, ...Object.values(error.fields ?? {})].join(' '),
  };
}

export const guaranteeJobs = (context: Context): JobHandler[] => [
  onJob(payGuarantee, ({ claimId, refunds }) => payClaim(context, claimId, refunds)),
];
