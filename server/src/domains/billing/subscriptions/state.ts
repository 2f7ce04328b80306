import type { SubscriptionState } from '@lintel/contract/billing/constants';
import type { Database } from '../../../platform/db/connect.ts';
import {
  isExhausted,
  readStanding,
  updatePayment,
  type PaymentRow,
  type Standing,
} from '../payments/index.ts';
import { nextBillingDate, installmentPeriod, termPeriod } from '../plans/index.ts';
import { updateSubscription, type SubscriptionRow } from './repository.ts';

/**
 * A subscription's state as derived from its payments. When a payment's automatic attempts are used
 * up, it is `unpaid` until every failed payment is paid.
 */
function resolveState({ everPaid, failed }: Standing): SubscriptionState {
  if (failed.length === 0) return everPaid ? 'active' : 'pending';
  if (failed.some((one) => isExhausted(one) && !one.underWay)) return 'unpaid';
  if (!everPaid) return 'pending';
  return failed.some(({ nextTryAt, underWay }) => nextTryAt !== null || underWay)
    ? 'past_due'
    : 'unpaid';
}

/** Updates a subscription's state from its payments; a canceled one stays canceled. */
export async function refreshState(tx: Database, subscription: SubscriptionRow): Promise<void> {
  if (subscription.state === 'canceled') return;
  const state = resolveState(await readStanding(tx, subscription));
  if (state !== subscription.state) await updateSubscription(tx, subscription, { state });
}

/**
 * The first payment of a subscription restarts its year, so that the contractor doesn't pay for the
 * days before the payment.
 */
export async function activate(
  tx: Database,
  subscription: SubscriptionRow,
  payment: PaymentRow,
  at: Date,
): Promise<SubscriptionRow> {
  const isFirst =
    payment.term === 1 && payment.installment === 1 && subscription.installmentsBilled === 1;
  if (subscription.state === 'canceled' || !isFirst) return subscription;
  const { start: termStart, end: termEnd } = termPeriod(at, 1);
  const year = { startedAt: at, term: 1, installments: subscription.installments };
  const { start: periodStart, end: periodEnd } = installmentPeriod(year, 1);
  await updatePayment(tx, payment, { periodStart, periodEnd });
  return updateSubscription(tx, subscription, {
    startedAt: at,
    termStart,
    termEnd,
    nextBillingAt: nextBillingDate(year, 1),
  });
}
