import { z } from 'zod';
import type { Database } from '../../platform/db/connect.ts';
import type { RowOfContractor } from '../../platform/db/queries.ts';
import { enqueue, job } from '../../platform/jobs/job.ts';

const rowId = z.number().int().positive();

/** Attempts a payment that is due. */
export const chargePayment = job({
  id: 'billing.charge',
  payload: z.object({ paymentId: rowId, contractorId: rowId }),
  maxAttempts: 8,
  calls: 'payments',
});

/** Attempts the failed payments of a contractor who has a new card. */
export const retryFailed = job({
  id: 'billing.retry-failed',
  payload: z.object({ contractorId: rowId }),
  maxAttempts: 8,
  calls: 'payments',
});

/** Asks the gateway for a stored refund. */
export const sendRefund = job({
  id: 'billing.refund',
  payload: z.object({ refundId: rowId, contractorId: rowId }),
  maxAttempts: 8,
  calls: 'payments',
});

/** Queues an attempt at a payment in the caller's transaction. */
export const enqueueCharge = (
  tx: Database,
  { contractorId, id: paymentId }: RowOfContractor,
): Promise<void> =>
  enqueue(tx, chargePayment, { paymentId, contractorId }, { key: `billing:charge:${paymentId}` });

/**
 * Attempts the failed payments at once, because there is a new card. Queued in the transaction that
 * stores the card.
 */
export const retryAfterCardChange = (tx: Database, contractorId: number): Promise<void> =>
  enqueue(tx, retryFailed, { contractorId }, { key: `billing:retry-failed:${contractorId}` });

/** Queues a refund's call in the caller's transaction. */
export const enqueueRefund = (
  tx: Database,
  { contractorId, id: refundId }: RowOfContractor,
): Promise<void> =>
  enqueue(tx, sendRefund, { refundId, contractorId }, { key: `billing:refund:${refundId}` });
