import { keysOf } from '../core/map-values.ts';

/** The states of a W-9; without one the status is `Not found`. */
export const w9States = ['Pending', 'Verified', 'Rejected'] as const;
export type W9State = (typeof w9States)[number];
/** The status of a contractor's tax form. */
export const w9Statuses = ['Not found', ...w9States] as const;
export type W9Status = (typeof w9Statuses)[number];

/**
 * `held` waits for the contractor, `due` is ready for a run, `sent` is in a bank file, `returned`
 * was sent back by the bank, `canceled` was offset by commission reversals before it was sent.
 */
export const payoutStates = ['held', 'due', 'sent', 'paid', 'returned', 'canceled'] as const;
export type PayoutState = (typeof payoutStates)[number];

/**
 * What a held payout waits for: bank details, new details after the bank rejected them, the
 * three-day hold after a change, or a verified W-9.
 */
export const holdReasons = [
  'no-bank-details',
  'bank-details-returned',
  'bank-details-changed',
  'w9',
] as const;
export type HoldReason = (typeof holdReasons)[number];
/** Short labels for the hold reasons. */
export const holdLabels: Record<HoldReason, string> = {
  'no-bank-details': 'No bank details',
  'bank-details-returned': 'Bank details rejected',
  'bank-details-changed': 'Bank details changed',
  w9: 'W-9 not verified',
};

/**
 * A run is `prepared` by one person and `released` by another, who creates its bank file; it is
 * `paid` once the bank accepted the file. It can be `canceled` before release.
 */
export const runStates = ['prepared', 'released', 'paid', 'canceled'] as const;
export type RunState = (typeof runStates)[number];

/**
 * Why a payout leaves its run at release: a hold reason; a changed amount, possibly zero; or an
 * entry that the bank file can't contain.
 */
export const leaveReasons = [...holdReasons, 'amount-changed', 'set-off', 'not-payable'] as const;
export type LeaveReason = (typeof leaveReasons)[number];

export const payoutMethodName = 'Direct Deposit';
export const accountTypes = ['Checking', 'Savings'] as const;
export type AccountType = (typeof accountTypes)[number];

/** How many days payouts are held after bank details change. */
export const changedDetailsHoldDays = 3;
/**
 * A contractor's earnings per calendar year before a W-9 is needed, in dollars, without a setting.
 */
export const defaultPayoutThreshold = 600;
/** Payouts are prepared from this day of the month. */
export const payoutDay = 21;

/** Page sizes for payouts, runs, and forms; the default is 25. */
export const payoutPageSizes = [10, 25, 50, 100] as const;
export const payoutOrders = ['month', 'amount'] as const;
export type PayoutOrder = (typeof payoutOrders)[number];

/** Bank return codes and their meaning. */
export const returnCodes: Readonly<Record<string, string>> = {
  R02: 'The account is closed',
  R03: "No such account, or the name doesn't match",
  R04: 'The account number is not valid',
  R06: 'Returned at our own request',
  R12: 'The branch was sold to another bank',
  R13: 'The routing number is not valid',
  R14: 'The payee has died or cannot act',
  R15: 'The payee has died',
  R16: 'The account is frozen',
  R17: 'The bank could not process the entry',
  R20: "The account doesn't accept direct deposits",
  R23: 'The payee refused the payment',
  R24: 'The payment was a duplicate',
  R31: 'The bank returned it with our permission',
};
export const returnCodeNames = keysOf(returnCodes);
