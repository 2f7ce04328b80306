/**
 * What a payment of the subscription can be. `Upcoming` is due later, or under
 * way.
 */
export const paymentStates = ['Succeeded', 'Failed', 'Upcoming'] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * How a subscription stands: `pending` before its first payment, `past_due` while a failed payment
 * is tried again, `unpaid` when the tries are used up, `canceled` for good.
 */
export const subscriptionStates = ['pending', 'active', 'past_due', 'unpaid', 'canceled'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** What a contractor is told before a year begins. */
export const renewalNoticeKinds = ['price-change', 'renewal-reminder'] as const;

/**
 * So many days before a higher price is charged its e-mail has left, as the service agreement
 * promises.
 */
export const priceNoticeDays = 30;
/**
 * A higher price is told between so many days before the year begins and so many: the e-mail may
 * take a day.
 */
export const priceTellingDays = { first: 45, last: priceNoticeDays + 1 } as const;
/** About so many days before a year begins its contractor is reminded of it. */
export const reminderDays = 30;

/**
 * Accounts of the ledger: what a contractor pays us, what we owe a contractor, and what the payment
 * provider charged us for the contractor's disputes.
 */
export const ledgerAccounts = ['subscription', 'earnings', 'fees'] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

export const ledgerKinds = [
  'charge',
  'refund',
  'commission',
  'clawback',
  'payout',
  'payout_return',
  'dispute',
  'dispute_return',
  'fee',
  'fee_return',
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/**
 * The state of a payment’s dispute: `open` until it's decided, `won` or `lost` by us, `closed`
 * when it ended without a decision, such as an inquiry of the bank.
 */
export const disputeStates = ['open', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof disputeStates)[number];

export const attemptStates = ['started', 'requires_action', 'succeeded', 'failed'] as const;
/** Who asked for a try: the clock, a person, or the sign-up. */
export const attemptKinds = ['automatic', 'manual', 'sign_up'] as const;
