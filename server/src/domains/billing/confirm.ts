import { AppError } from '../../platform/errors.ts';
import { findAttemptOf, type AttemptRow } from './attempt-repository.ts';
import { bookCharge } from './booking.ts';
import type { BillingDeps } from './deps.ts';
import { askGateway } from './gateway-calls.ts';
import type { Charge } from './gateway/port.ts';

/** How a try stands at the gateway, booked. Null when the gateway does not know it. */
export async function reread(deps: BillingDeps, attempt: AttemptRow): Promise<Charge | null> {
  const { intentId } = attempt;
  const charge =
    intentId === null ? null : await askGateway(deps.log, () => deps.gateway.readCharge(intentId));
  if (charge !== null) await deps.db.transaction((tx) => bookCharge(tx, deps, attempt.id, charge));
  return charge;
}

/**
 * What became of a payment whose cardholder is back from the bank: the gateway is asked and its
 * answer booked. Throws `not_found` for a charge that is not the contractor's,
 * `gateway_unavailable`.
 */
export async function confirmPayment(
  deps: BillingDeps,
  { intentId, contractorId }: { intentId: string; contractorId: number },
): Promise<'paid' | 'requires_action' | 'failed'> {
  const attempt = await findAttemptOf(deps.db, deps.gateway.name, { intentId, key: '' });
  if (attempt === undefined || attempt.contractorId !== contractorId)
    throw new AppError('not_found');
  const charge = await reread(deps, attempt);
  if (charge === null) throw new AppError('not_found');
  return charge.status === 'succeeded' ? 'paid' : charge.status;
}
