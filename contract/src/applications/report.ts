import { z } from 'zod';
import { readAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id } from '../core/fields.ts';
import { cursorFields, limit, order, page, totals } from '../core/list.ts';
import { mapValues } from '../core/map-values.ts';
import { unowned } from '../core/owner.ts';
import { paymentStatuses } from '../billing/tiers.ts';
import { applicationOrders } from './report-columns.ts';
import { choiceFilters, type ChoiceFilter, type Choices } from './report-filters.ts';
import { applicationRow } from './report-row.ts';

export const applicationPageSizes = [10, 25, 50, 100] as const;

const dayForm = 'Please use a date in the form mm/dd/yyyy.';

/**
 * A day of the years 1900 to 2199, `mm/dd/yyyy` or `yyyy-mm-dd`; output is `yyyy-mm-dd`. An empty
 * day counts as left out.
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

/** One option of a filter. An empty value counts as left out. */
function choice({ options }: (typeof choiceFilters)[ChoiceFilter]) {
  const words = Object.keys(options);
  const text = `Please choose one of: ${words.join(', ')}.`;
  return z
    .union([z.literal('').transform(() => 'all' as const), z.enum(words)], text)
    .default('all');
}

/** The session decides whose applications a report shows, not an id. */
export const ownApplications = unowned(
  "It covers the contractor whose account is being viewed, and only that contractor's pages narrow it down.",
);

/** The filters of the list and its exports: one schema keeps them the same. */
export const applicationFilters = z.object({
  /** Days in the business time zone, end day inclusive; unlimited when left out. */
  started: dayRange.prefault({}),
  userId: id().optional(),
  /** Empty for all pages. */
  coBrandedPage: z
    .union([z.literal('').transform(() => undefined), id()], 'Please use the id of a page.')
    .optional(),
  search: z.string().trim().max(250).default(''),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a mapped record's values have one type; each filter has its own options
  ...(mapValues(choiceFilters, choice) as {
    [Name in ChoiceFilter]: z.ZodDefault<z.ZodType<Choices[Name], Choices[Name] | ''>>;
  }),
});

const reading = readAccess('reports-applications');
const sorted = order(applicationOrders, '-appFormStarted');

export const reportApplications = endpoint({
  name: 'applications.report',
  method: 'GET',
  reads: 'much',
  path: '/reports-applications',
  summary: "The contractor's applications",
  access: reading,
  owner: ownApplications,
  query: applicationFilters.extend({
    page: page(),
    limit: limit(applicationPageSizes, 25),
    order: sorted,
    ...cursorFields(),
  }),
  response: z.object({
    data: z.array(applicationRow),
    ...totals,
    paymentStatus: z.enum(paymentStatuses).nullable(),
  }),
  errors: ['not_found'],
});

export const exportFormats = ['xlsx', 'csv'] as const;
export const exportOrder = sorted;

/**
 * A navigation: the query holds the account being viewed. The `X-Total-Rows` header has the number
 * of rows. The audit log records each export. Exports with too many rows for a download run as a
 * job (`large-exports.ts`); the response then redirects to the report, which shows the job.
 */
export const exportApplications = endpoint({
  name: 'applications.export',
  method: 'GET',
  reads: 'much',
  path: '/reports-applications-export',
  summary: "The contractor's applications as a spreadsheet, with the filters of the list",
  access: reading,
  owner: ownApplications,
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
