import { z } from 'zod';
import { accessTo, readAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, instant } from '../core/fields.ts';
import { filters, limit, listSchema, order, page } from '../core/list.ts';
import { contractorAt } from '../core/owner.ts';
import { openDay } from '../applications/report.ts';
import {
  commissionExportFormats,
  commissionFilters,
  commissionOrders,
  commissionPageSizes,
  commissionTypes,
} from './constants.ts';

const type = z.enum(commissionTypes);

/** A commission. A reversal is a separate row with a negative amount. */
export const commissionRow = z.object({
  id: z.number(),
  /** The customer, or the friend's contact. */
  userName: z.string(),
  companyName: z.string(),
  /** When it was earned. */
  date: instant(),
  commission: dollars(),
  type,
  /** What the lender paid out, for commissions that are a share of it. */
  fundedAmount: dollars().nullable(),
  /** The underlying payment is disputed: the commission isn't paid out until that is decided. */
  onHold: z.boolean(),
  /** Why staff added it; empty for what is earned by the rates. */
  note: z.string(),
});
export type CommissionRow = z.output<typeof commissionRow>;

/** Days in the business time zone, end day inclusive, within the past two years. */
const viewDate = z
  .object({ start: openDay, end: openDay })
  .refine((range) => !range.start || !range.end || range.start <= range.end, {
    message: 'The start must not be after the end.',
    path: ['start'],
  });

const chooseType = `Please choose one of: ${commissionFilters.join(', ')}.`;

/** The filters of the report and its exports. */
export const commissionFilterShape = {
  viewDate: viewDate.prefault({}),
  searchText: z.string().trim().max(250).default(''),
  /** Empty for all of them. */
  type: z
    .union([z.literal('').transform(() => undefined), z.enum(commissionFilters)], chooseType)
    .optional(),
};

const what = {
  order: order(commissionOrders, '-date'),
  userId: id().optional(),
  filters: filters(commissionFilterShape),
};

export const reportCommissions = endpoint({
  name: 'commissions.report',
  method: 'GET',
  reads: 'much',
  path: '/reports-commissions',
  summary: "The contractor's commissions of the past two years",
  access: readAccess('reports-commissions'),
  query: z.object({ ...what, page: page(), limit: limit(commissionPageSizes, 25) }),
  /** `commissionTotal` covers all matching rows, not just the page. */
  response: listSchema(commissionRow).extend({ commissionTotal: dollars() }),
});

export const exportCommissions = endpoint({
  name: 'commissions.export',
  method: 'GET',
  reads: 'much',
  path: '/reports-commissions-export',
  summary: 'The report as a spreadsheet, for a navigation; the audit log records it',
  access: readAccess('reports-commissions'),
  changesState: true,
  query: z.object({ ...what, format: z.enum(commissionExportFormats).default('xlsx') }),
  response: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  limit: { max: 20, seconds: 60, by: 'account' },
  stepUp: 'switched',
});

const yearMonth = z
  .string()
  .regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, 'Please use a month in the form yyyy-mm.');

export const commissionStatement = endpoint({
  name: 'commissions.statement',
  method: 'GET',
  path: '/reports-commissions/statement',
  summary: "A month's commissions as PDF, for a navigation",
  access: readAccess('reports-commissions'),
  query: z.object({ month: yearMonth, userId: id().optional() }),
  response: { file: 'application/pdf' },
  errors: ['not_found'],
  limit: { max: 20, seconds: 60, by: 'account' },
});

const monthSums = z.object({
  month: yearMonth,
  sums: z.partialRecord(type, dollars()),
  total: dollars(),
});
export type MonthSums = z.output<typeof monthSums>;

export const commissionMonths = endpoint({
  name: 'commissions.months',
  method: 'GET',
  reads: 'much',
  path: '/reports-commissions/months',
  summary:
    'Commissions by month and type over the past two years; months without commissions are left out',
  access: readAccess('reports-commissions'),
  query: z.object({ userId: id().optional() }),
  response: z.object({ data: z.array(monthSums) }),
});

export const readReferral = endpoint({
  name: 'commissions.referral',
  method: 'GET',
  path: '/contractor/{id}/refer',
  summary: "The contractor's own referral link",
  access: accessTo('refer'),
  owner: contractorAt('id'),
  params: z.object({ id: id() }),
  response: z.object({ referralUrl: z.string() }),
  errors: ['not_found'],
});

/**
 * A friend's progress: signed up without paying; paying, but not long enough yet; earned; or left
 * too early or was refunded.
 */
export const referralStates = ['signed_up', 'waiting', 'earned', 'ended'] as const;

const referredFriend = z.object({
  id: z.number(),
  companyName: z.string(),
  signedUpAt: instant(),
  state: z.enum(referralStates),
  /**
   * When the bonus was or will be earned; null before a payment, and when there will be no bonus.
   */
  earnedAt: instant().nullable(),
  /** The bonus earned or expected. */
  bonus: dollars(),
});
export type ReferredFriend = z.output<typeof referredFriend>;

export const listReferrals = endpoint({
  name: 'commissions.referrals',
  method: 'GET',
  path: '/contractor/{id}/referrals',
  summary: 'The friends who signed up with the link, newest first, and the bonuses',
  access: accessTo('refer'),
  owner: contractorAt('id'),
  params: z.object({ id: id() }),
  query: z.object({ page: page(), limit: limit([10, 25], 10) }),
  /** `bonus` is the current bonus per friend; `earned` is the total so far. */
  response: listSchema(referredFriend).extend({ bonus: dollars(), earned: dollars() }),
  errors: ['not_found'],
});
