import { keysOf } from '../core/map-values.ts';

/** How a W-9 stands once there is one; without any it is `Not found`. */
export const w9States = ['Pending', 'Verified', 'Rejected'] as const;
export type W9State = (typeof w9States)[number];
/** How a contractor's tax form stands; `Not found` without one. */
export const w9Statuses = ['Not found', ...w9States] as const;
export type W9Status = (typeof w9Statuses)[number];

/**
 * `held` waits for something of the contractor, `due` is ready for a run, `sent` is in a bank file,
 * `returned` came back, `canceled` was set off against commissions that were taken back before it
 * was sent.
 */
export const payoutStates = ['held', 'due', 'sent', 'paid', 'returned', 'canceled'] as const;
export type PayoutState = (typeof payoutStates)[number];

/**
 * What a held payout waits for: bank details, others than the ones that the bank refused, their
 * three days, a verified W-9.
 */
export const holdReasons = [
  'no-bank-details',
  'bank-details-returned',
  'bank-details-changed',
  'w9',
] as const;
export type HoldReason = (typeof holdReasons)[number];
/** The same in short. */
export const holdLabels: Record<HoldReason, string> = {
  'no-bank-details': 'No bank details',
  'bank-details-returned': 'Bank details refused',
  'bank-details-changed': 'Bank details changed',
  w9: 'W-9 not verified',
};

/**
 * A run is `prepared` by one person and `released` by another, who makes the bank's file of it;
 * `paid` once the bank has taken the file. Before its release it can be `canceled`.
 */
export const runStates = ['prepared', 'released', 'paid', 'canceled'] as const;
export type RunState = (typeof runStates)[number];

/**
 * Why a payout leaves its run at the release: what it waits for by now; another amount than the
 * prepared one, of which nothing may be left; or an entry that the bank's file cannot take.
 */
export const leaveReasons = [...holdReasons, 'amount-changed', 'set-off', 'not-payable'] as const;
export type LeaveReason = (typeof leaveReasons)[number];

export const payoutMethodName = 'Direct Deposit';
export const accountTypes = ['Checking', 'Savings'] as const;
export type AccountType = (typeof accountTypes)[number];

/** Days in which nothing is paid to bank details that were changed. */
export const changedDetailsHoldDays = 3;
/**
 * What a contractor may earn in a calendar year before a W-9 is needed, in dollars, where no
 * setting says another amount.
 */
export const defaultPayoutThreshold = 600;
/** Payouts are prepared from this day of the month on. */
export const payoutDay = 21;

/** Sizes that a page of payouts, runs or forms can have; 25 when nothing is said. */
export const payoutPageSizes = [10, 25, 50, 100] as const;
export const payoutOrders = ['month', 'amount'] as const;
export type PayoutOrder = (typeof payoutOrders)[number];

/** Why banks send a credit back, by the code that they name. */
export const returnCodes: Readonly<Record<string, string>> = {
  R02: 'The account is closed',
  R03: 'No such account, or not of this name',
  R04: 'The account number is not valid',
  R06: 'Returned at our own request',
  R12: 'The branch was sold to another bank',
  R13: 'The routing number is not valid',
  R14: 'The payee has died or cannot act',
  R15: 'The payee has died',
  R16: 'The account is frozen',
  R17: 'The bank could not process the entry',
  R20: 'The account takes no direct deposits',
  R23: 'The payee refused the payment',
  R24: 'The payment came twice',
  R31: 'The bank returned it with our permission',
};
export const returnCodeNames = keysOf(returnCodes);
