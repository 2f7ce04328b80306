import * as cancellationContract from '@lintel/contract/billing/cancellation';
import * as contract from '@lintel/contract/billing/payments';
import * as staffContract from '@lintel/contract/billing/subscriptions';
import type { Subscription } from '@lintel/contract/billing/payments';
import { dayText } from '../../../platform/days.ts';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { toDollars } from '../../../platform/money.ts';
import type { Context } from '../../../platform/context.ts';
import { findPayer } from '../payer-repository.ts';
import { installmentAmount, discounted } from '../plans/index.ts';
import { keepByStaff, previewCancellation } from './cancellation.ts';
import { readNextYear, type NextYear } from './renewals.ts';
import {
  findSubscriptionWithPlan,
  type SubscriptionRow,
  type SubscriptionWithPlan,
} from './repository.ts';
import {
  cancelNow,
  readReopening,
  reopenSubscription,
  setCancelAtTermEnd,
} from './subscriptions.ts';

export const subscriptionRoutes = (context: Context): Route[] => [
  handle(contract.readSubscription, async ({ owned }) => {
    const found = await findSubscriptionWithPlan(context.db, owned.contractorId);
    if (found === undefined) return { id: null };
    const { subscription, nextPlan } = found;
    const nextYear = await readNextYear(context.db, subscription, {
      priceCents: nextPlan.priceCents,
      installments: nextPlan.installmentIntervalsCount,
    });
    return presentSubscription(found, nextYear);
  }),
  handle(contract.endSubscription, async ({ body: { end }, caller, owned }) => {
    await context.db.transaction((tx) =>
      setCancelAtTermEnd(tx, context, { contractorId: owned.contractorId, end }, caller),
    );
    return {
      message: end
        ? 'Your subscription will end with the current year'
        : 'Your subscription continues',
    };
  }),
];

/** What staff do with a contractor's subscription. */
export const staffRoutes = (context: Context): Route[] => [
  handle(
    staffContract.cancelSubscription,
    async ({ params: { contractorId }, body: { atTermEnd }, caller }) => {
      const atEnd = atTermEnd === '1';
      await context.db.transaction((tx) =>
        atEnd
          ? setCancelAtTermEnd(tx, context, { contractorId, end: true }, caller)
          : cancelNow(tx, context, contractorId, caller),
      );
      return {
        message: atEnd
          ? 'The subscription will end with its current year'
          : 'The subscription was canceled',
      };
    },
  ),
  handle(staffContract.reopenSubscription, async ({ params: { contractorId }, caller }) => {
    const { paidUntil } = await context.db.transaction((tx) =>
      reopenSubscription(tx, context, contractorId, caller),
    );
    if (paidUntil === null) return { message: 'The subscription was reopened' };
    const until = dayText(paidUntil, context.config.BUSINESS_TIME_ZONE);
    return {
      message: `The subscription continues. It’s paid until ${until}, and nothing is charged before that day.`,
    };
  }),
  handle(cancellationContract.readCancellation, ({ params: { contractorId } }) =>
    previewCancellation(context.db, context, contractorId),
  ),
  handle(cancellationContract.keepSubscription, async ({ params: { contractorId }, caller }) => {
    await context.db.transaction((tx) => keepByStaff(tx, context, contractorId, caller));
    return { message: 'The subscription continues' };
  }),
  handle(staffContract.readReopening, async ({ params: { contractorId } }) => {
    const payer = await findPayer(context.db, contractorId);
    if (payer === undefined) throw new AppError('not_found');
    const { paidUntil, resumes } = await readReopening(context.db, context, payer);
    return { paidUntil: paidUntil?.toISOString() ?? null, resumes: resumes !== null };
  }),
];

type AmountOn = NonNullable<Subscription['nextPayment']>;

const amountOn = (date: Date, cents: number): AmountOn => ({
  date: date.toISOString(),
  amount: toDollars(cents),
});

/** A subscription for its contractor: its cost, the next payment, and the next year. */
function presentSubscription(
  { subscription, plan, nextPlan }: SubscriptionWithPlan,
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
    nextPayment: nextPayment(subscription, nextYear),
    renewal:
      cancelAtTermEnd || nextYear.priceCents === 0 || !isBilled(state)
        ? null
        : amountOn(termEnd, nextYear.priceCents),
    cancelAtTermEnd,
    nextPlanName: subscription.nextPlanId === null ? null : nextPlan.name,
  };
}

/** Before the first payment, and once the automatic attempts are used up, nothing is billed. */
const isBilled = (state: Subscription['state']): boolean =>
  state === 'active' || state === 'past_due';

/** The next installment of this year, else the first of the next one. */
function nextPayment(
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
    const cents = installmentAmount(
      discounted(priceCents, discountPercent),
      installments,
      installmentsBilled + 1,
    );
    return cents === 0 ? null : amountOn(nextBillingAt, cents);
  }
  if (cancelAtTermEnd || nextYear.priceCents === 0) return null;
  return amountOn(nextBillingAt, installmentAmount(nextYear.priceCents, nextYear.installments, 1));
}
