import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { checkBox, dollars, wholeNumber } from '../core/fields.ts';
import { filters, limit, listSchema, order, page } from '../core/list.ts';
import { accounting } from './access.ts';

export const yearPageSizes = [25, 50, 100] as const;
export const yearOrders = ['companyName', 'earned', 'adjusted', 'paid'] as const;
export type YearOrder = (typeof yearOrders)[number];

/** A contractor's calendar year, in dollars. */
const yearTotal = z.object({
  /** The contractor's id. */
  id: z.number(),
  companyName: z.string(),
  /** Commissions minus reversals, by the day they were earned, without adjustments. */
  earned: dollars(),
  /** Adjustments and bonuses. */
  adjusted: dollars(),
  /** Payouts by the bank's day, without returned ones. */
  paid: dollars(),
  /** What was paid reaches the year's threshold for a Form 1099-NEC. */
  reportable: z.boolean(),
});
export type YearTotalRow = z.output<typeof yearTotal>;

const year = () =>
  wholeNumber(z.number().int().min(2000).max(2100, 'Please enter a year such as 2026.'));

const chosen = {
  year: year(),
  order: order(yearOrders, '+companyName'),
  filters: filters({
    searchText: z.string().trim().max(250).default(''),
    /** Only contractors who reach the threshold. */
    reportable: checkBox().default(false),
  }),
};

export const listYearTotals = endpoint({
  name: 'accounting.year-totals',
  method: 'GET',
  reads: 'much',
  path: '/manage/accounting/year-totals',
  summary: 'What each contractor earned and was paid in a calendar year',
  access: accounting,
  query: z.object({ ...chosen, page: page(), limit: limit(yearPageSizes, 25) }),
  /** `threshold`: the year's threshold for a Form 1099-NEC, in dollars. Sums cover all pages. */
  response: listSchema(yearTotal).extend({
    threshold: dollars(),
    reportable: z.number(),
    earned: dollars(),
    adjusted: dollars(),
    paid: dollars(),
  }),
});

export const exportYearTotals = endpoint({
  name: 'accounting.export-year-totals',
  method: 'GET',
  reads: 'much',
  path: '/manage/accounting/year-totals-export',
  summary: 'The year totals as a spreadsheet, for a navigation; the audit log records it',
  access: accounting,
  changesState: true,
  query: z.object({ ...chosen, format: z.enum(['csv', 'xlsx']).default('csv') }),
  response: { file: 'text/csv' },
  limit: { max: 20, seconds: 60, by: 'account' },
  stepUp: true,
});
