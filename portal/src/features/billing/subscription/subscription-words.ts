import type { Subscription } from '@lintel/contract/billing-payments';
import type { Contractor } from '@lintel/contract/contractors';
import type { SubscriptionState } from '@lintel/contract/billing-constants';
import { formatMoney, formatDate } from '../../../lib/format.ts';
import type { Tone } from '../../../theme.ts';

const badges: Record<SubscriptionState, { status: string; tone: Tone }> = {
  pending: { status: 'Waiting for the first payment', tone: 'blue' },
  active: { status: 'Active', tone: 'green' },
  past_due: { status: 'Past due', tone: 'amber' },
  unpaid: { status: 'Unpaid', tone: 'red' },
  canceled: { status: 'Canceled', tone: 'red' },
};

/** How the subscription stands, in a word. */
export const badgeOf = ({
  state,
  cancelAtTermEnd,
  termEnd,
}: Subscription): { status: string; tone: Tone } =>
  cancelAtTermEnd ? { status: `Ends ${formatDate(termEnd)}`, tone: 'amber' } : badges[state];

/** What it costs, and how that is paid. */
export function paceOf({ price, installments }: Subscription): string {
  if (price === 0) return 'Free of charge';
  const yearly = `${formatMoney(price)} a year`;
  if (installments === 1) return `${yearly}, paid at once`;
  return installments === 12
    ? `${yearly}, paid monthly`
    : `${yearly}, paid in ${installments} installments`;
}

/** What is due next, or what it waits for. */
export function nextOf({ state, nextPayment }: Subscription): string {
  if (nextPayment !== null)
    return `${formatMoney(nextPayment.amount)} on ${formatDate(nextPayment.date)}`;
  if (state === 'unpaid') return 'Once the failed payments are paid';
  return state === 'pending' ? 'Once the first one is made' : 'None';
}

/** What a contractor without a subscription is told. */
export function withoutSubscription({ paymentStatus, plan }: Contractor): string {
  if (paymentStatus === 'Canceled')
    return 'Your subscription has ended. Please contact us to open it again.';
  return plan === null
    ? 'You have no plan yet.'
    : `You are on the ${plan.name} plan. No payments are due.`;
}
