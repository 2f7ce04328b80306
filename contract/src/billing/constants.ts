/** The states of a subscription payment. `Upcoming` is due later or in progress. */
export const paymentStates = ['Succeeded', 'Failed', 'Upcoming'] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * The states of a subscription: `pending` before its first payment, `past_due` while a failed
 * payment is retried, `unpaid` after the last retry, `canceled` for good.
 */
export const subscriptionStates = ['pending', 'active', 'past_due', 'unpaid', 'canceled'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** The notices sent before a subscription year begins. */
export const renewalNoticeKinds = ['price-change', 'renewal-reminder'] as const;

/**
 * The service agreement promises notice of a higher price at least this many days before the
 * charge.
 */
export const priceNoticeDays = 30;
/**
 * Price notices go out between these days before the year begins; the margin leaves a day for
 * delivery.
 */
export const priceTellingDays = { first: 45, last: priceNoticeDays + 1 } as const;
/** Renewal reminders go out about this many days before a year begins. */
export const reminderDays = 30;

/**
 * Ledger accounts: what a contractor pays us, what we owe a contractor, and what the payment
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
  'adjustment',
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/**
 * A dispute is `open` until it's decided, `won` or `lost` by us, or `closed` when it ends without a
 * decision, such as a bank's inquiry.
 */
export const disputeStates = ['open', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof disputeStates)[number];

export const attemptStates = ['started', 'requires_action', 'succeeded', 'failed'] as const;
/** What started a payment attempt. */
export const attemptKinds = ['automatic', 'manual', 'sign_up'] as const;
