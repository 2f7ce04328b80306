import { z } from 'zod';
import { creditBandKeys, offerKinds, projects } from '../applications/constants.ts';
import { staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import {
  checkBox,
  email,
  id,
  instant,
  messages,
  optionalPhone,
  optionalText,
  orEmpty,
  outcome,
  text,
  webAddress,
  wholeNumber,
} from '../core/fields.ts';
import { readDecimal } from '../core/numbers.ts';
import { filters, limit, listSchema, order, page } from '../core/list.ts';
import { nonEmpty } from '../core/map-values.ts';
import { portalOwned } from '../core/owner.ts';
import { usStateCodes } from '../core/us-states.ts';
import {
  answerMinutes,
  askingModes,
  connectionKinds,
  lenderAmounts,
  lenderOrders,
  lenderPageSizes,
  lenderStatuses,
} from './constants.ts';
import { lenderNeeds } from './needs.ts';

export const readingLenders = staffWith(['manage-lenders', 'access']);
export const changingLenders = staffWithAll(
  ['manage-lenders', 'access'],
  ['manage-lenders', 'modify'],
);
export const byLender = z.object({ id: id() });

/** A number as typed or sent, with at most `places` decimals; null when left out. */
const optionalNumber = (
  places: number,
  { min, max, message }: { min: number; max: number; message: string },
) =>
  z
    .union([z.number(), z.string(), z.null()], message)
    .default(null)
    .transform((given, context) => {
      if (given === null || (typeof given === 'string' && given.trim() === '')) return null;
      const scaled = readDecimal(String(given), places);
      const value = scaled === null ? Number.NaN : scaled / 10 ** places;
      if (value >= min && value <= max) return value;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

const amount = optionalNumber(0, {
  ...lenderAmounts,
  message: 'Please enter whole dollars, from 1 to 10,000,000.',
});
/** A yearly rate in percent. */
const rate = optionalNumber(3, {
  min: 0,
  max: 99,
  message: 'Please enter a rate from 0 to 99 percent, with up to three decimals.',
});
const months = wholeNumber(z.number().int().min(1).max(480));
const chosen = <Value extends string>(values: readonly [Value, ...Value[]], name: string) =>
  z
    .array(z.enum(values))
    .max(values.length, `Please choose each ${name} once.`)
    .default([])
    .transform((list) => values.filter((one) => list.includes(one)));

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 08:30.');
/** When a lender takes applications, in the business's time zone; others wait. Null: always. */
export const lenderHours = z
  .object({
    /** 1 is Monday, 7 is Sunday. */
    days: z
      .array(z.number().int().min(1).max(7))
      .min(1, messages.required)
      .max(7)
      .transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
    from: clock,
    until: clock,
  })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: 'The end must be after the start.',
  });
export type LenderHours = z.output<typeof lenderHours>;

const network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'Please enter an IP address or a network such as 203.0.113.0/24.',
);

const fields = z.object({
  name: text(100),
  legalName: optionalText(200).default(''),
  nmlsId: z
    .string()
    .trim()
    .regex(/^\d{0,12}$/, 'An NMLS ID has 1 to 12 digits.')
    .default(''),
  website: webAddress(200).default(''),
  /** Shown to homeowners with its offers. */
  phone: optionalPhone().default(''),
  /** Whom staff write to about the connection. */
  contactEmail: orEmpty(email()).default(''),
  connection: z.enum(connectionKinds, 'Please choose how applications reach the lender.'),
  /** Where the webhook's calls go; empty for other connections. */
  url: optionalText(500).default(''),
  /** Networks that its events may come from; empty for any. */
  networks: z.array(network).max(50, 'Please enter at most 50 networks.').default([]),
  products: chosen(offerKinds, 'product'),
  /** Empty lists mean all. */
  states: chosen(nonEmpty(usStateCodes), 'state'),
  minAmount: amount,
  maxAmount: amount,
  creditBands: chosen(creditBandKeys, 'credit rating'),
  projects: chosen(projects, 'project'),
  /** Its usual loan terms and rates, for staff. */
  terms: z
    .array(months)
    .max(30, 'Please enter at most 30 terms.')
    .default([])
    .transform((list) => [...new Set(list)].toSorted((a, b) => a - b)),
  minApr: rate,
  maxApr: rate,
  planIds: z
    .array(id())
    .max(100)
    .default([])
    .transform((ids) => [...new Set(ids)]),
  /** Contractors without an entry of their own get the lender. */
  allContractors: checkBox().default(true),
  needsMerchantNumber: checkBox().default(false),
  /** Applicant details that this lender needs. */
  needs: chosen(lenderNeeds, 'detail'),
  /** Shown in the public list of lenders while it is active. */
  isListed: checkBox().default(true),
  mode: z.enum(askingModes).default('parallel'),
  /** For an ordered lender: how long it has to answer. */
  answerMinutes: wholeNumber(
    z
      .number()
      .int()
      .min(answerMinutes.min)
      .max(answerMinutes.max, 'Please enter at most 10,080 minutes (7 days).'),
  ).default(answerMinutes.default),
  hours: lenderHours.nullable().default(null),
  /** Its commission to the provider, in percent of a funded amount. Null when none is agreed. */
  commissionPercent: optionalNumber(2, {
    min: 0,
    max: 100,
    message: 'Please enter a percentage from 0 to 100, with up to two decimals.',
  }),
});

const notAbove = (low: number | null, high: number | null): boolean =>
  low === null || high === null || low <= high;

/** A lender as staff edit it. Amounts in dollars, rates in percent per year. */
export const lenderForm = fields
  .refine(({ minAmount, maxAmount }) => notAbove(minAmount, maxAmount), {
    path: ['maxAmount'],
    message: 'The maximum must not be below the minimum.',
  })
  .refine(({ minApr, maxApr }) => notAbove(minApr, maxApr), {
    path: ['maxApr'],
    message: 'The highest rate must not be below the lowest.',
  })
  .refine(({ connection, url }) => connection !== 'webhook' || isHttps(url), {
    path: ['url'],
    message: 'Please enter an address that starts with https://.',
  });
export type LenderForm = z.output<typeof lenderForm>;

/** Plain HTTP is for a lender stub on the same machine only. */
function isHttps(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(url);
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** How a lender has been doing in the last 24 hours, unless another time is named. */
const health = z.object({
  lastContactAt: instant().nullable(),
  calls: z.number(),
  failures: z.number(),
  /** From our call to its first answer, in milliseconds. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  /** Of applications sent within 90 days. */
  sent: z.number(),
  offered: z.number(),
  approved: z.number(),
  funded: z.number(),
});
export type LenderHealth = z.output<typeof health>;

/** A stored lender; see `lenderForm`. */
export const lender = z.object({
  name: z.string(),
  legalName: z.string(),
  nmlsId: z.string(),
  website: z.string(),
  phone: z.string(),
  contactEmail: z.string(),
  connection: z.enum(connectionKinds),
  url: z.string(),
  networks: z.array(z.string()),
  products: z.array(z.enum(offerKinds)),
  states: z.array(z.enum(usStateCodes)),
  minAmount: z.number().nullable(),
  maxAmount: z.number().nullable(),
  creditBands: z.array(z.enum(creditBandKeys)),
  projects: z.array(z.enum(projects)),
  terms: z.array(z.number()),
  minApr: z.number().nullable(),
  maxApr: z.number().nullable(),
  planIds: z.array(z.number()),
  allContractors: z.boolean(),
  needsMerchantNumber: z.boolean(),
  needs: z.array(z.enum(lenderNeeds)),
  isListed: z.boolean(),
  mode: z.enum(askingModes),
  answerMinutes: z.number(),
  hours: z.object({ days: z.array(z.number()), from: z.string(), until: z.string() }).nullable(),
  commissionPercent: z.number().nullable(),
  id: z.number(),
  status: z.enum(lenderStatuses),
  /** Why it is paused or failing. */
  reason: z.string(),
  pausedAt: instant().nullable(),
  /** Its connection comes from environment variables and can't be changed here. */
  fromEnvironment: z.boolean(),
  position: z.number(),
  version: z.number(),
  /** When our newest client certificate expires; null without one. */
  certificateExpiresAt: instant().nullable(),
  health,
});
export type Lender = z.output<typeof lender>;

export const lenderFilterShape = {
  search: z.string().trim().max(250).default(''),
  /** Empty for all but archived ones. */
  status: z.enum(['', ...lenderStatuses]).default(''),
};

export const listLenders = endpoint({
  name: 'lenders.list',
  method: 'GET',
  path: '/manage/lenders',
  summary: 'Lenders and how they are doing',
  access: readingLenders,
  query: z.object({
    page: page(),
    limit: limit(lenderPageSizes, 25),
    order: order(lenderOrders, '+position'),
    filters: filters(lenderFilterShape),
  }),
  response: listSchema(lender),
});

export const readLender = endpoint({
  name: 'lenders.read',
  method: 'GET',
  path: '/manage/lenders/{id}',
  summary: 'One lender',
  access: readingLenders,
  owner: portalOwned,
  params: byLender,
  response: lender,
  errors: ['not_found'],
});

export const createLender = endpoint({
  name: 'lenders.create',
  method: 'POST',
  path: '/manage/lenders',
  summary: 'Add a lender; it starts paused',
  access: changingLenders,
  owner: portalOwned,
  body: lenderForm,
  response: outcome.extend({ lender }),
  stepUp: true,
});

export const saveLender = endpoint({
  name: 'lenders.save',
  method: 'POST',
  path: '/manage/lenders/{id}',
  summary: 'Change a lender; new applications follow the new rules',
  access: changingLenders,
  owner: portalOwned,
  params: byLender,
  /** `version`: the version that the editor started from; a newer one is a conflict. */
  body: lenderForm.safeExtend({ version: id() }),
  response: outcome.extend({ lender }),
  errors: ['not_found', 'conflict'],
  stepUp: true,
});

export const pauseLender = endpoint({
  name: 'lenders.pause',
  method: 'POST',
  path: '/manage/lenders/{id}/pause',
  summary: 'Pause a lender: it gets no new applications; those it has continue',
  access: changingLenders,
  owner: portalOwned,
  params: byLender,
  body: z.object({ reason: text(200) }),
  response: outcome.extend({ lender }),
  errors: ['not_found'],
  stepUp: true,
});

export const resumeLender = endpoint({
  name: 'lenders.resume',
  method: 'POST',
  path: '/manage/lenders/{id}/resume',
  summary: 'Resume a paused lender',
  access: changingLenders,
  owner: portalOwned,
  params: byLender,
  response: outcome.extend({ lender }),
  errors: ['not_found'],
  stepUp: true,
});

export const archiveLender = endpoint({
  name: 'lenders.archive',
  method: 'POST',
  path: '/manage/lenders/{id}/archive',
  summary: 'Archive a lender: it gets no applications and is hidden; its past ones stay',
  access: changingLenders,
  owner: portalOwned,
  params: byLender,
  body: z.object({ archived: z.boolean() }),
  response: outcome.extend({ lender }),
  errors: ['not_found'],
  stepUp: true,
});

export const orderLenders = endpoint({
  name: 'lenders.order',
  method: 'POST',
  path: '/manage/lenders/order',
  summary: 'Set the order in which lenders are asked',
  access: changingLenders,
  owner: portalOwned,
  /** All lenders' ids, first one first. */
  body: z.object({ ids: z.array(id()).min(1).max(1000) }),
  response: outcome,
  errors: ['conflict'],
  stepUp: true,
});
