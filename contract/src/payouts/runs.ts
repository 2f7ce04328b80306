import { z } from 'zod';
import { accessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { checkBox, dollars, id, instant, outcome } from '../core/fields.ts';
import { filters, limit, listSchema, order, page } from '../core/list.ts';
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
import { readerOwner } from './owner.ts';

const access = accessTo('payout-tax');
const { paying, reading } = payoutAccess;
const byId = z.object({ id: id() });
const pages = { page: page(), limit: limit(payoutPageSizes, 25) };

/** A contractor's payout for a month, in dollars. */
export const payout = z.object({
  id: z.number(),
  /** The first day of the month of payment. */
  month: z.iso.date(),
  amount: dollars(),
  state: z.enum(payoutStates),
  /** Why it is held. */
  reasons: z.array(z.enum(holdReasons)),
  /** The account's last four digits, once it was sent. */
  account: z.string(),
  sentAt: instant().nullable(),
  paidAt: instant().nullable(),
  returnedAt: instant().nullable(),
  /** The bank's return code. */
  returnCode: z.string(),
});
export type Payout = z.output<typeof payout>;

export const listPayouts = endpoint({
  name: 'payouts.list',
  method: 'GET',
  path: '/contractor/{id}/payouts',
  summary: "A contractor's payouts, latest first",
  access,
  owner: readerOwner,
  params: byId,
  query: z.object({ ...pages, order: order(['month'], '-month') }),
  response: listSchema(payout),
  errors: ['not_found'],
});

/** A contractor's earnings. Amounts in dollars. */
export const earnings = z.object({
  year: z.number(),
  /** In the calendar year so far. */
  earned: dollars(),
  /** The yearly total from which a W-9 is needed. */
  threshold: dollars(),
  w9Status: z.enum(w9Statuses),
  /** A payout now would wait for a verified W-9. */
  w9Needed: z.boolean(),
  /** Earned and not yet sent. */
  unpaid: dollars(),
  /** What a payout would wait for now. */
  reasons: z.array(z.enum(holdReasons)),
  /** When the next payouts are prepared. */
  nextPayoutOn: z.iso.date(),
});
export type Earnings = z.output<typeof earnings>;

export const readEarnings = endpoint({
  name: 'payouts.earnings',
  method: 'GET',
  path: '/contractor/{id}/earnings',
  summary: "A contractor's earnings this year, the unpaid part, and why payouts are held",
  access,
  owner: readerOwner,
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
  /**
   * The count and total of the bank entry that paid it. The bank can only return the whole entry.
   */
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
      /** `due`: available for a new run; payouts in a prepared run are listed with that run. */
      state: z.enum(['', ...payoutStates]).default(''),
      runId: id().optional(),
      searchText: z.string().trim().max(250).default(''),
    }),
  }),
  /** `totalAmount`: the total of all pages, in dollars. `asOf`: the time of this snapshot. */
  response: listSchema(managedPayout).extend({ totalAmount: dollars(), asOf: instant() }),
});

/**
 * Why a payout left its run at release: what it waits for, or what happened to it in the meantime.
 */
const leftOut = z.object({
  payoutId: z.number(),
  companyName: z.string(),
  /** The prepared amount. */
  amount: dollars(),
  reasons: z.array(z.enum(leaveReasons)),
});

/** A run becomes one bank file once it is released. */
export const payoutRun = z.object({
  id: z.number(),
  month: z.iso.date(),
  state: z.enum(runStates),
  /** The number of payouts, and of contractors: the file has one entry per contractor. */
  count: z.number(),
  payees: z.number(),
  total: dollars(),
  preparedAt: instant(),
  /** Empty for automatically prepared runs. */
  preparedBy: z.string(),
  /** Whether the caller may release it: it is pending, and another person prepared it. */
  releasable: z.boolean(),
  releasedAt: instant().nullable(),
  releasedBy: z.string(),
  canceledAt: instant().nullable(),
  canceledBy: z.string(),
  /** Payouts that left it at release, the first hundred by name. */
  leftOut: z.array(leftOut),
  leftOutCount: z.number(),
  /** The file's requested banking day; null without a file. */
  effectiveOn: z.iso.date().nullable(),
  downloadedAt: instant().nullable(),
  downloadedBy: z.string(),
  confirmedAt: instant().nullable(),
  confirmedBy: z.string(),
  /** How many of its payouts were returned. */
  returned: z.number(),
});
export type PayoutRun = z.output<typeof payoutRun>;

export const listPayoutRuns = endpoint({
  name: 'payouts.runs',
  method: 'GET',
  path: '/payout-run',
  summary: 'Payout runs, latest first',
  access: paying,
  query: z.object({
    ...pages,
    order: order(['preparedAt'], '-preparedAt'),
    /** Only the runs that this account may release. */
    releasable: checkBox().default(false),
  }),
  response: listSchema(payoutRun),
});

export const preparePayoutRun = endpoint({
  name: 'payouts.prepare-run',
  method: 'POST',
  path: '/payout-run',
  summary: 'Prepare a run of all due payouts, for another person to release',
  access: paying,
  /**
   * The due payouts the caller saw, and when; a different count or total is a conflict, which lists
   * the changes.
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
    'Release a run prepared by another person: creates the bank file and marks its payouts as sent',
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
  summary: 'Cancel a run before its release, so that another run can pay its payouts',
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
  summary: "A released run's bank file (NACHA); the audit log records the download",
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
  summary: 'The bank accepted the file: marks its payouts as paid and notifies the contractors',
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
    "The bank returned an entry: its payouts' commissions are unpaid again, and its bank details are no longer used",
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
