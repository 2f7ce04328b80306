import type { Subscription } from '@lintel/contract/billing/payments';
import { toDollars } from '../../platform/money.ts';
import type { NextYear } from './renewals.ts';
import { amountOf, discounted } from './schedule.ts';
import type { SubscriptionRow } from './subscription-repository.ts';
import type { SubscriptionWithPlan } from './subscription-view-repository.ts';

type AmountOn = NonNullable<Subscription['nextPayment']>;

const amountOn = (date: Date, cents: number): AmountOn => ({
  date: date.toISOString(),
  amount: toDollars(cents),
});

/**
 * A subscription as its contractor sees it: what it costs, what is due next, and how it goes on in
 * the next year.
 */
export function presentSubscription(
  { subscription, plan }: SubscriptionWithPlan,
  nextYear: NextYear,
): Subscription {
  const { id, state, installments, termStart, termEnd, cancelAtTermEnd } = subscription;
  return {
    id,
    state,
    planName: plan.name,
    tier: plan.tier,
    price: toDollars(discounted(subscription.priceCents, subscription.discountPercent)),
    installments,
    termStart: termStart.toISOString(),
    termEnd: termEnd.toISOString(),
    nextPayment: nextPaymentOf(subscription, nextYear),
    renewal:
      cancelAtTermEnd || nextYear.priceCents === 0 || !isBilled(state)
        ? null
        : amountOn(termEnd, nextYear.priceCents),
    cancelAtTermEnd,
  };
}

/** Before the first payment and once the tries are used up, the clock bills nothing. */
const isBilled = (state: Subscription['state']): boolean =>
  state === 'active' || state === 'past_due';

/** The next installment of this year, or else the first of the next one. */
function nextPaymentOf(
  {
    state,
    priceCents,
    discountPercent,
    installments,
    installmentsBilled,
    nextBillingAt,
    cancelAtTermEnd,
  }: SubscriptionRow,
  nextYear: NextYear,
): AmountOn | null {
  if (nextBillingAt === null || !isBilled(state)) return null;
  if (installmentsBilled < installments) {
    const cents = amountOf(
      discounted(priceCents, discountPercent),
      installments,
      installmentsBilled + 1,
    );
    return cents === 0 ? null : amountOn(nextBillingAt, cents);
  }
  if (cancelAtTermEnd || nextYear.priceCents === 0) return null;
  return amountOn(nextBillingAt, amountOf(nextYear.priceCents, nextYear.installments, 1));
}
