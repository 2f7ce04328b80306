import { z } from 'zod';
import { readingOf } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, instant } from '../core/fields.ts';
import { limit, order, page } from '../core/list.ts';
import { offerKinds } from './constants.ts';
import { actors, stepKeys } from './progress.ts';
import { paymentStatuses } from '../billing.ts';

export const applicationStatuses = [
  'all',
  'funded',
  'credit',
  'offer',
  'qualifed',
  'notqualifed',
  'started',
] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];
export const applicationPageSizes = [10, 25, 50, 100] as const;
export const applicationOrders = [
  'applicantName',
  'applicantEmail',
  'applicantLocation',
  'appFormStarted',
  'selfReportedCreditScore',
  'requestedAmount',
  'appFormComplete',
  'creditDecision',
  'fundedDate',
] as const;

const receivedOffer = z.object({
  cnt: z.number().int(),
  max_amount: dollars(),
  name: z.string(),
  /** How many the homeowner chose, and how many carry a lender's "qualified" label. */
  selected: z.number().int(),
  qualified: z.number().int(),
});
export type ReceivedOffer = z.output<typeof receivedOffer>;

export const receivedOfferKeys = [...offerKinds, 'no_offers'] as const;

export const applicationRow = z.object({
  id: z.number(),
  applicantName: z.string(),
  applicantEmail: z.string(),
  applicantPhone: z.string(),
  applicantLocation: z.string(),
  appFormStarted: instant(),
  selfReportedCreditScore: z.string(),
  requestedAmount: dollars().nullable(),
  /** 1 means complete. */
  appFormComplete: z.union([z.literal(0), z.literal(1)]),
  receivedOffers: z.partialRecord(z.enum(receivedOfferKeys), receivedOffer),
  creditDecision: z.enum(['APPROVED', 'EXPIRED', '-']),
  funded: z.object({
    loan: z.object({ sum: dollars() }).optional(),
    direct: z.object({ name: z.string() }).optional(),
    creditcard: z.object({ sum: dollars() }).optional(),
    heloc: z.object({ sum: dollars() }).optional(),
  }),
  fundedDate: instant().nullable(),
  pageName: z.string(),
  /** Who acts next, and on what. */
  nextActor: z.enum(actors),
  nextStep: z.enum(stepKeys),
  /** When it expires, or did, without the information that a lender waits for. */
  expiresAt: instant().nullable(),
  /** From when on the homeowner can apply afresh, where this came to nothing. */
  reapplyFrom: instant().nullable(),
});
export type ApplicationRow = z.output<typeof applicationRow>;

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

const chooseStatus = `Please choose one of: ${applicationStatuses.join(', ')}.`;

export const applicationFilters = z.object({
  /** Days in the business time zone, the end day inclusive; both open without it. */
  started: dayRange.prefault({}),
  userId: id().optional(),
  /** Empty for all of them. */
  coBrandedPage: z
    .union([z.literal('').transform(() => undefined), id()], 'Please use the id of a page.')
    .optional(),
  search: z.string().trim().max(250).default(''),
  status: z
    .union(
      [z.literal('').transform(() => 'all' as const), z.enum(applicationStatuses)],
      chooseStatus,
    )
    .default('all'),
});

const reading = readingOf('reports-applications');
const sorted = order(applicationOrders, '-appFormStarted');

export const reportApplications = endpoint({
  name: 'applications.report',
  method: 'GET',
  path: '/reports-applications',
  summary: "The contractor's applications",
  access: reading,
  query: applicationFilters.extend({
    page: page(),
    limit: limit(applicationPageSizes, 25),
    order: sorted,
  }),
  response: z.object({
    data: z.array(applicationRow),
    total: z.number(),
    paymentStatus: z.enum(paymentStatuses).nullable(),
  }),
  errors: ['not_found'],
});

export const reportApplication = endpoint({
  name: 'applications.report-one',
  method: 'GET',
  path: '/reports-applications/{id}',
  summary: "One of the contractor's applications, as the report shows it",
  access: reading,
  params: z.object({ id: id() }),
  response: z.object({ data: applicationRow, paymentStatus: z.enum(paymentStatuses).nullable() }),
  errors: ['not_found'],
});

/** Files that the report is exported as. */
export const exportFormats = ['xlsx', 'csv'] as const;

/**
 * A navigation: the account that is looked at stands in the query. The header `X-Total-Rows` tells
 * how many rows follow.
 */
export const exportApplications = endpoint({
  name: 'applications.export',
  method: 'GET',
  path: '/reports-applications-export',
  summary: "The contractor's applications as a spreadsheet, with the filters of the list",
  access: reading,
  query: applicationFilters.extend({
    order: sorted,
    format: z.enum(exportFormats).default('xlsx'),
  }),
  response: { file: 'application/octet-stream' },
  errors: ['not_found', 'busy'],
  limit: { max: 30, seconds: 60, by: 'account' },
});
