import { z } from 'zod';
import { accessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { checkBox, dollars, id, instant, outcome } from '../core/fields.ts';
import { filters, limit, listOf, order, page } from '../core/list.ts';
import { anyContractor } from '../core/owner.ts';
import { payoutAccess } from './access.ts';
import {
  holdReasons,
  leaveReasons,
  payoutOrders,
  payoutPageSizes,
  payoutStates,
  returnCodeNames,
  runStates,
  w9Statuses,
} from './constants.ts';
import { ofReader } from './owner.ts';

const access = accessTo('payout-tax');
const { paying, reading } = payoutAccess;
const byId = z.object({ id: id() });
const pages = { page: page(), limit: limit(payoutPageSizes, 25) };

/** What a contractor is paid for a month, in dollars. */
export const payout = z.object({
  id: z.number(),
  /** The first day of the month that it is paid in. */
  month: z.iso.date(),
  amount: dollars(),
  state: z.enum(payoutStates),
  /** What a held one waits for. */
  reasons: z.array(z.enum(holdReasons)),
  /** The account's last four digits, once it was sent. */
  account: z.string(),
  sentAt: instant().nullable(),
  paidAt: instant().nullable(),
  returnedAt: instant().nullable(),
  /** What the bank said when it came back. */
  returnCode: z.string(),
});
export type Payout = z.output<typeof payout>;

export const listPayouts = endpoint({
  name: 'payouts.list',
  method: 'GET',
  path: '/contractor/{id}/payouts',
  summary: "A contractor's payouts, the latest first",
  access,
  owner: ofReader,
  params: byId,
  query: z.object({ ...pages, order: order(['month'], '-month') }),
  response: listOf(payout),
  errors: ['not_found'],
});

/** How a contractor's earnings stand. Amounts in dollars. */
export const earnings = z.object({
  year: z.number(),
  /** In the calendar year until now. */
  earned: dollars(),
  /** From which total of a year on a W-9 is needed. */
  threshold: dollars(),
  w9Status: z.enum(w9Statuses),
  /** A payout would wait for a verified W-9 now. */
  w9Needed: z.boolean(),
  /** What is earned and not yet sent. */
  unpaid: dollars(),
  /** What payouts would wait for now, were there any. */
  reasons: z.array(z.enum(holdReasons)),
  /** When payouts are prepared next. */
  nextPayoutOn: z.iso.date(),
});
export type Earnings = z.output<typeof earnings>;

export const readEarnings = endpoint({
  name: 'payouts.earnings',
  method: 'GET',
  path: '/contractor/{id}/earnings',
  summary: 'What a contractor has earned this year, what is unpaid, and what payouts wait for',
  access,
  owner: ofReader,
  params: byId,
  response: earnings,
  errors: ['not_found'],
});

/** A payout as staff see it. */
export const managedPayout = payout.extend({
  contractorId: z.number(),
  companyName: z.string(),
  payeeName: z.string(),
  runId: z.number().nullable(),
  traceNumber: z.string(),
  /** What the bank's entry that paid it paid in all. The bank can only return all of it. */
  entry: z.object({ count: z.number(), amount: dollars() }),
});
export type ManagedPayout = z.output<typeof managedPayout>;

export const listManagedPayouts = endpoint({
  name: 'payouts.managed',
  method: 'GET',
  reads: 'much',
  path: '/manage/payouts',
  summary: 'The payouts of all contractors',
  access: reading,
  query: z.object({
    ...pages,
    order: order(payoutOrders, '+month'),
    filters: filters({
      /** `due`: what a run can still take; what a prepared run holds is listed with the run. */
      state: z.enum(['', ...payoutStates]).default(''),
      runId: id().optional(),
      searchText: z.string().trim().max(250).default(''),
    }),
  }),
  /** `totalAmount`: of all pages, in dollars. `asOf`: when this was so. */
  response: listOf(managedPayout).extend({ totalAmount: dollars(), asOf: instant() }),
});

/** Why a payout left its run at the release: what it waits for, or what became of it meanwhile. */
const leftOut = z.object({
  payoutId: z.number(),
  companyName: z.string(),
  /** As it was prepared. */
  amount: dollars(),
  reasons: z.array(z.enum(leaveReasons)),
});

/** A run: one file for the bank, once it is released. */
export const payoutRun = z.object({
  id: z.number(),
  month: z.iso.date(),
  state: z.enum(runStates),
  /** How many payouts it pays, and to how many contractors: one entry of the file for each. */
  count: z.number(),
  payees: z.number(),
  total: dollars(),
  preparedAt: instant(),
  /** Empty when the clock prepared it. */
  preparedBy: z.string(),
  /** Whether whoever asks may release it: it waits, and somebody else has prepared it. */
  releasable: z.boolean(),
  releasedAt: instant().nullable(),
  releasedBy: z.string(),
  canceledAt: instant().nullable(),
  canceledBy: z.string(),
  /** The payouts that left it at the release, the first hundred by name. */
  leftOut: z.array(leftOut),
  leftOutCount: z.number(),
  /** The banking day that the file asks for; null as long as there is no file. */
  effectiveOn: z.iso.date().nullable(),
  downloadedAt: instant().nullable(),
  downloadedBy: z.string(),
  confirmedAt: instant().nullable(),
  confirmedBy: z.string(),
  /** How many of its payouts came back. */
  returned: z.number(),
});
export type PayoutRun = z.output<typeof payoutRun>;

export const listPayoutRuns = endpoint({
  name: 'payouts.runs',
  method: 'GET',
  path: '/payout-run',
  summary: 'The runs of payouts, the latest first',
  access: paying,
  query: z.object({
    ...pages,
    order: order(['preparedAt'], '-preparedAt'),
    /** Only the runs that this account may release. */
    releasable: checkBox().default(false),
  }),
  response: listOf(payoutRun),
});

export const preparePayoutRun = endpoint({
  name: 'payouts.prepare-run',
  method: 'POST',
  path: '/payout-run',
  summary: 'Prepare a run of all that is due: it waits until somebody else releases it',
  access: paying,
  /**
   * What the caller saw as due, and when; another number or total by now is a conflict, which tells
   * what has changed since.
   */
  body: z.object({
    count: z.number().int().positive().optional(),
    total: dollars().optional(),
    seenAt: z.iso.datetime().optional(),
  }),
  response: outcome.extend({ run: payoutRun }),
  errors: ['conflict'],
  idempotent: true,
  stepUp: true,
});

export const releasePayoutRun = endpoint({
  name: 'payouts.release-run',
  method: 'POST',
  path: '/payout-run/{id}/release',
  summary:
    'Release a run that somebody else has prepared: make the file for the bank and mark its payouts as sent',
  access: paying,
  owner: anyContractor,
  params: byId,
  response: outcome.extend({ run: payoutRun }),
  errors: ['not_found', 'conflict'],
  idempotent: true,
  stepUp: true,
});

export const cancelPayoutRun = endpoint({
  name: 'payouts.cancel-run',
  method: 'POST',
  path: '/payout-run/{id}/cancel',
  summary: 'Take back a run before its release: another run can pay its payouts',
  access: paying,
  owner: anyContractor,
  params: byId,
  response: outcome.extend({ run: payoutRun }),
  errors: ['not_found', 'conflict'],
  idempotent: true,
  stepUp: true,
});

export const payoutRunFile = endpoint({
  name: 'payouts.run-file',
  method: 'GET',
  path: '/payout-run/{id}/file',
  summary: "A released run's file for the bank (NACHA); who fetched it is written down",
  access: paying,
  owner: anyContractor,
  changesState: true,
  params: byId,
  response: { file: 'text/plain' },
  errors: ['not_found'],
  stepUp: true,
});

export const confirmPayoutRun = endpoint({
  name: 'payouts.confirm-run',
  method: 'POST',
  path: '/payout-run/{id}/confirm',
  summary: 'The bank has taken the file: its payouts are paid, and the contractors are told',
  access: paying,
  owner: anyContractor,
  params: byId,
  response: outcome.extend({ run: payoutRun }),
  errors: ['not_found', 'conflict'],
  idempotent: true,
  stepUp: true,
});

export const returnPayout = endpoint({
  name: 'payouts.return',
  method: 'POST',
  path: '/payout/{id}/return',
  summary:
    'The bank has sent an entry back: the commissions of its payouts are unpaid again, its bank details are no longer used',
  access: paying,
  owner: anyContractor,
  params: byId,
  encoding: 'form',
  body: z.object({ code: z.enum(returnCodeNames, 'Please choose one of the listed codes.') }),
  response: outcome.extend({ payout: managedPayout }),
  errors: ['not_found', 'conflict'],
  idempotent: true,
  stepUp: true,
});
