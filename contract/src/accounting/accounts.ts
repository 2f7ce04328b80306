import { z } from 'zod';
import type { LedgerAccount, LedgerKind } from '../billing/constants.ts';
import { endpoint } from '../core/endpoint.ts';
import { instant, outcome, text } from '../core/fields.ts';
import { accounting } from './access.ts';

/**
 * QuickBooks limits an account's name to 100 characters; a colon separates an account from its
 * subaccount. Tabs and quotation marks would break an IIF file.
 */
const accountName = () =>
  text(100).pipe(
    z.string().regex(/^[^"\t]*$/, 'Please use a name without quotation marks and tabs.'),
  );

/** The names of the accounts in the accounting program. */
export const accountNames = z.object({
  /** What the payment provider owes for card payments. */
  clearing: accountName(),
  income: accountName(),
  disputes: accountName(),
  disputeFees: accountName(),
  commissions: accountName(),
  adjustments: accountName(),
  /** What contractors are owed; a current liability. */
  payable: accountName(),
  bank: accountName(),
});
export type AccountNames = z.output<typeof accountNames>;
export type AccountKey = keyof AccountNames;

export const defaultAccountNames: AccountNames = {
  clearing: 'Card payments clearing',
  income: 'Subscription income',
  disputes: 'Disputed payments',
  disputeFees: 'Dispute fees',
  commissions: 'Contractor commissions',
  adjustments: 'Commission adjustments and bonuses',
  payable: 'Commissions payable',
  bank: 'Checking',
};

/** A posting: the account debited by a positive entry, and the account it credits. */
export type Posting = readonly [up: AccountKey, down: AccountKey];

/**
 * How a ledger entry posts. A positive amount debits the first account and credits the second; a
 * negative one the other way around.
 */
export const postings: Record<LedgerKind, Posting> = {
  charge: ['clearing', 'income'],
  refund: ['clearing', 'income'],
  dispute: ['clearing', 'disputes'],
  dispute_return: ['clearing', 'disputes'],
  fee: ['clearing', 'disputeFees'],
  fee_return: ['clearing', 'disputeFees'],
  commission: ['commissions', 'payable'],
  clawback: ['commissions', 'payable'],
  adjustment: ['adjustments', 'payable'],
  payout: ['bank', 'payable'],
  payout_return: ['bank', 'payable'],
};

export const ledgerAccountLabels: Record<LedgerAccount, string> = {
  subscription: 'Subscription',
  earnings: 'Earnings',
  fees: 'Fees',
};

export const ledgerKindLabels: Record<LedgerKind, string> = {
  charge: 'Payment',
  refund: 'Refund',
  commission: 'Commission',
  clawback: 'Commission reversed',
  adjustment: 'Adjustment or bonus',
  payout: 'Payout',
  payout_return: 'Payout returned',
  dispute: 'Disputed payment',
  dispute_return: 'Disputed payment returned',
  fee: 'Dispute fee',
  fee_return: 'Dispute fee returned',
};

const name = z.string();
const stored = z.object({
  names: z.object({
    clearing: name,
    income: name,
    disputes: name,
    disputeFees: name,
    commissions: name,
    adjustments: name,
    payable: name,
    bank: name,
  } satisfies Record<AccountKey, z.ZodString>),
  /** The last save; null for the built-in names. */
  savedAt: instant().nullable(),
});
export type StoredAccounts = z.output<typeof stored>;

export const readAccounts = endpoint({
  name: 'accounting.accounts',
  method: 'GET',
  path: '/manage/accounting/accounts',
  summary: 'The account names that the QuickBooks journal uses',
  access: accounting,
  response: stored,
});

export const saveAccounts = endpoint({
  name: 'accounting.save-accounts',
  method: 'POST',
  path: '/manage/accounting/accounts',
  summary: 'Change the account names that the QuickBooks journal uses',
  access: accounting,
  /** `savedAt` as the caller saw it: names saved since then are a conflict. */
  body: accountNames.extend({ savedAt: instant().nullable() }),
  response: outcome.extend({ accounts: stored }),
  errors: ['conflict'],
  stepUp: true,
});
