import { z } from 'zod';
import { readingOf } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id } from '../core/fields.ts';
import { beside, limit, order, page, totals } from '../core/list.ts';
import { mapValues } from '../core/map-values.ts';
import { unowned } from '../core/owner.ts';
import { paymentStatuses } from '../billing/tiers.ts';
import { applicationOrders } from './report-columns.ts';
import { choiceFilters, type ChoiceFilter, type Choices } from './report-filters.ts';
import { applicationRow } from './report-row.ts';

export const applicationPageSizes = [10, 25, 50, 100] as const;

const dayForm = 'Please use a date in the form mm/dd/yyyy.';

/**
 * A day of the years 1900 to 2199, `mm/dd/yyyy` or `yyyy-mm-dd`; read as `yyyy-mm-dd`. Empty, it is
 * as if it were left out.
 */
export const openDay = z
  .union(
    [
      z.literal('').transform(() => undefined),
      z
        .string()
        .transform((value) => value.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2'))
        .pipe(z.iso.date().regex(/^(19|20|21)/)),
    ],
    dayForm,
  )
  .optional();

const dayRange = z
  .object({ gte: openDay, lte: openDay })
  .refine((range) => !range.gte || !range.lte || range.gte <= range.lte, {
    message: 'The start must not be after the end.',
    path: ['gte'],
  });

/** One of a filter's words. Empty, it is as if it were left out. */
function choice({ options }: (typeof choiceFilters)[ChoiceFilter]) {
  const words = Object.keys(options);
  const text = `Please choose one of: ${words.join(', ')}.`;
  return z
    .union([z.literal('').transform(() => 'all' as const), z.enum(words)], text)
    .default('all');
}

/** Whose applications a report shows does not depend on an id. */
export const ofOwnApplications = unowned(
  'It is about the contractor whose account is looked at, and only pages of that contractor narrow it down.',
);

/** What the list and its exports are narrowed down by: one schema, so that neither forgets one. */
export const applicationFilters = z.object({
  /** Days in the business time zone, the end day inclusive; both open without it. */
  started: dayRange.prefault({}),
  userId: id().optional(),
  /** Empty for all of them. */
  coBrandedPage: z
    .union([z.literal('').transform(() => undefined), id()], 'Please use the id of a page.')
    .optional(),
  search: z.string().trim().max(250).default(''),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a mapped record's values have one type; each filter has words of its own
  ...(mapValues(choiceFilters, choice) as {
    [Name in ChoiceFilter]: z.ZodDefault<z.ZodType<Choices[Name], Choices[Name] | ''>>;
  }),
});

const reading = readingOf('reports-applications');
const sorted = order(applicationOrders, '-appFormStarted');

export const reportApplications = endpoint({
  name: 'applications.report',
  method: 'GET',
  reads: 'much',
  path: '/reports-applications',
  summary: "The contractor's applications",
  access: reading,
  owner: ofOwnApplications,
  query: applicationFilters.extend({
    page: page(),
    limit: limit(applicationPageSizes, 25),
    order: sorted,
    ...beside(),
  }),
  response: z.object({
    data: z.array(applicationRow),
    ...totals,
    paymentStatus: z.enum(paymentStatuses).nullable(),
  }),
  errors: ['not_found'],
});

/** Files that the report is exported as. */
export const exportFormats = ['xlsx', 'csv'] as const;
export const exportOrder = sorted;

/**
 * A navigation: the account that is looked at stands in the query. The header `X-Total-Rows` tells
 * how many rows follow. Who exported is written into the audit log. More rows than a download has
 * are made by a job (`large-exports.ts`): the answer then leads to the report, which shows it.
 */
export const exportApplications = endpoint({
  name: 'applications.export',
  method: 'GET',
  reads: 'much',
  path: '/reports-applications-export',
  summary: "The contractor's applications as a spreadsheet, with the filters of the list",
  access: reading,
  owner: ofOwnApplications,
  changesState: true,
  query: applicationFilters.extend({
    order: sorted,
    format: z.enum(exportFormats).default('xlsx'),
  }),
  response: { file: 'application/octet-stream' },
  errors: ['not_found', 'busy', 'export_limit'],
  limit: { max: 30, seconds: 60, by: 'account' },
  stepUp: 'switched',
});
