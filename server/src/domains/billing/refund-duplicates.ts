import type { Database } from '../../platform/db/connect.ts';
import type { BillingDeps } from './deps.ts';
import type { Charge } from './gateway/port.ts';
import type { PaymentRow } from './payment-repository.ts';
import { enqueueRefund } from './queue-jobs.ts';
import { insertRefund } from './refund-repository.ts';

/**
 * Gives back what was charged for a payment that is paid already: a try that counted as lost came
 * through after all. Written down here, done by a job once the caller's transaction commits.
 */
export async function openDuplicateRefund(
  tx: Database,
  deps: BillingDeps,
  payment: PaymentRow,
  charge: Charge,
): Promise<void> {
  const refund = await insertRefund(tx, {
    paymentId: payment.id,
    contractorId: payment.contractorId,
    chargeId: charge.id,
    amountCents: charge.amountCents,
    reason: 'Charged twice',
    gateway: deps.gateway.name,
    idempotencyKey: `duplicate:${charge.id}`,
    startedAt: deps.clock.now(),
  });
  if (refund === undefined) return;
  await enqueueRefund(tx, refund.id);
  deps.log.warn(`Payment ${payment.number} was charged twice; the second charge is given back`);
}
