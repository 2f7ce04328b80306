import { AppError } from '../../platform/errors.ts';
import { findOpenAttempt } from './attempt-repository.ts';
import { bookCharge } from './booking.ts';
import { askGateway } from './gateway-calls.ts';
import type { SignUpDeps } from './sign-up-deps.ts';
import { findFirstPayment } from './sign-up-repository.ts';

/**
 * Looks after an earlier try of the first payment: one that waits for the bank is called off, because something else was chosen. True
 * when it came through after all. Throws `in_progress` while the gateway is asked: its answer decides what there is to do.
 */
export async function wasPaid(deps: SignUpDeps, contractorId: number): Promise<boolean> {
  const first = await findFirstPayment(deps.db, contractorId);
  const open = first && (await findOpenAttempt(deps.db, first.payment.id));
  if (open === undefined) return false;
  const { intentId } = open;
  if (open.state === 'started' || intentId === null) {
    throw new AppError('in_progress', { message: 'Your payment is being made right now.' });
  }
  const charge = await askGateway(deps.warn, () => deps.gateway.cancelCharge(intentId));
  await deps.db.transaction((tx) => bookCharge(tx, deps, open.id, charge));
  return charge.status === 'succeeded';
}
