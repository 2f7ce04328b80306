import { z } from 'zod';
import { openDay } from '../applications/report.ts';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { unowned } from '../core/owner.ts';

/** Permission to read everybody's audit log entries. */
export const auditAccess = staffWith(['audit', 'manage_access']);
const wholeLog = unowned('Staff with this privilege read the whole audit log.');

export const auditPageSizes = [25, 50, 100] as const;
/** How many entries can be paged through; filters narrow the list to the rest. */
export const auditReach = 10_000;

const optionalChoice = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional();

/** The filters of the list and its export. */
export const auditFilterShape = {
  /** Days in the business time zone, end day inclusive. */
  from: openDay,
  to: openDay,
  /** The account that acted. */
  person: optionalChoice(id()),
  /** The affected contractor. */
  contractor: optionalChoice(id()),
  /** An area of the action catalog, or one action. */
  kind: z.string().trim().max(60).default(''),
  /** The id of an entry's entity, or an e-mail address: the entity itself, or its account. */
  search: z.string().trim().max(250).default(''),
};

const filterQuery = z.object(auditFilterShape);
export type AuditFilters = z.output<typeof filterQuery>;

const person = z.object({ id: z.number(), name: z.string(), email: z.string() });
export type AuditPerson = z.output<typeof person>;

const named = z.object({ id: z.number(), name: z.string() });

const entry = z.object({
  id: z.number(),
  at: instant(),
  /** Who acted; null without a session, and for scheduled jobs. */
  by: person.nullable(),
  /** The account that staff had switched into. */
  as: person.nullable(),
  /** A scheduled job did it, without a request. */
  bySystem: z.boolean(),
  action: z.string(),
  /** The action's label. */
  text: z.string(),
  /** The entity's label; empty when it adds nothing. */
  about: z.string(),
  contractor: named.nullable(),
  /** The network address; empty when unknown. */
  address: z.string(),
});
export type AuditEntry = z.output<typeof entry>;

export const listAudit = endpoint({
  name: 'audit.list',
  method: 'GET',
  reads: 'much',
  path: '/manage/audit',
  summary: 'The audit log, newest first: who did what, when, and from where',
  access: auditAccess,
  owner: wholeLog,
  query: filterQuery.extend({ page: page(), limit: limit(auditPageSizes, 25) }),
  /**
   * `total` stops counting at the paging limit; then `more` is true. `chosen` has the names for the
   * ids in the filters.
   */
  response: listSchema(entry).extend({
    more: z.boolean(),
    chosen: z.object({ person: person.nullable(), contractor: named.nullable() }),
  }),
});

/** A value before and after; null when empty or unknown. */
const change = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuditChange = z.output<typeof change>;

export const readAuditEntry = endpoint({
  name: 'audit.entry',
  method: 'GET',
  path: '/manage/audit/{id}',
  summary: 'One entry of the audit log with its details',
  access: auditAccess,
  owner: wholeLog,
  params: z.object({ id: id() }),
  response: entry.extend({
    changes: z.array(change),
    /** Other details. */
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  errors: ['not_found'],
});
export type AuditDetails = z.output<(typeof readAuditEntry)['response']>;

/** A navigation. It sends no `X-Total-Rows` header, because exports don't count rows. */
export const exportAudit = endpoint({
  name: 'audit.export',
  method: 'GET',
  reads: 'much',
  path: '/manage/audit-export',
  summary: 'The audit log as a spreadsheet, with the filters of the list',
  access: auditAccess,
  owner: wholeLog,
  changesState: true,
  query: filterQuery.extend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  response: { file: 'application/octet-stream' },
  errors: ['busy'],
  limit: { max: 10, seconds: 60, by: 'account' },
  stepUp: true,
});

export const findAuditNames = endpoint({
  name: 'audit.names',
  method: 'GET',
  path: '/manage/audit-names',
  summary: "People or contractors whose name or e-mail contains these words, for the log's filters",
  access: auditAccess,
  query: z.object({
    of: z.enum(['people', 'contractors']),
    search: z.string().trim().min(2).max(100),
  }),
  /** At most 20; `note` distinguishes people with the same name. */
  response: z.object({ data: z.array(named.extend({ note: z.string() })) }),
});
export type AuditName = z.output<(typeof findAuditNames)['response']>['data'][number];
