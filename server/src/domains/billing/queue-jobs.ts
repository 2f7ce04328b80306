import { z } from 'zod';
import type { Database } from '../../platform/db/connect.ts';
import { enqueue, job } from '../../platform/jobs/job.ts';

const rowId = z.number().int().positive();

/** Tries a payment whose time has come. */
export const chargePayment = job({
  id: 'billing.charge',
  payload: z.object({ paymentId: rowId }),
  maxAttempts: 8,
  calls: 'payments',
});

/** Tries the failed payments of a contractor who has another card now. */
export const retryFailed = job({
  id: 'billing.retry-failed',
  payload: z.object({ contractorId: rowId }),
  maxAttempts: 8,
  calls: 'payments',
});

/** Asks the gateway for a refund that is written down. */
export const sendRefund = job({
  id: 'billing.refund',
  payload: z.object({ refundId: rowId }),
  maxAttempts: 8,
  calls: 'payments',
});

/** Queues a payment's try in the caller's transaction. */
export const enqueueCharge = (tx: Database, paymentId: number): Promise<void> =>
  enqueue(tx, chargePayment, { paymentId }, { key: `billing:charge:${paymentId}` });

/**
 * Has the failed payments tried at once, because the card is another one now. Queued in the
 * caller's transaction, the one that stores the card.
 */
export const retryAfterCardChange = (tx: Database, contractorId: number): Promise<void> =>
  enqueue(tx, retryFailed, { contractorId }, { key: `billing:retry-failed:${contractorId}` });

/** Queues a refund's call in the caller's transaction. */
export const enqueueRefund = (tx: Database, refundId: number): Promise<void> =>
  enqueue(tx, sendRefund, { refundId }, { key: `billing:refund:${refundId}` });
