import { z } from 'zod';
import type { Database } from '../../platform/db/connect.ts';
import type { RowKey } from '../../platform/db/queries.ts';
import { enqueue, job } from '../../platform/jobs/job.ts';

const rowId = z.number().int().positive();

export const chargePayment = job({
  id: 'billing.charge',
  payload: z.object({ paymentId: rowId, contractorId: rowId }),
  maxAttempts: 8,
  calls: 'payments',
});

/** Attempts a contractor's failed payments with a new card. */
export const retryFailed = job({
  id: 'billing.retry-failed',
  payload: z.object({ contractorId: rowId }),
  maxAttempts: 8,
  calls: 'payments',
});

/** Sends a stored refund to the gateway. */
export const sendRefund = job({
  id: 'billing.refund',
  payload: z.object({ refundId: rowId, contractorId: rowId }),
  maxAttempts: 8,
  calls: 'payments',
});

export const enqueueCharge = (
  tx: Database,
  { contractorId, id: paymentId }: RowKey,
): Promise<void> =>
  enqueue(tx, chargePayment, { paymentId, contractorId }, { key: `billing:charge:${paymentId}` });

/**
 * Attempts the failed payments immediately with a new card. Queued in the transaction that stores
 * the card.
 */
export const retryAfterCardChange = (tx: Database, contractorId: number): Promise<void> =>
  enqueue(tx, retryFailed, { contractorId }, { key: `billing:retry-failed:${contractorId}` });

export const enqueueRefund = (
  tx: Database,
  { contractorId, id: refundId }: RowKey,
): Promise<void> =>
  enqueue(tx, sendRefund, { refundId, contractorId }, { key: `billing:refund:${refundId}` });
