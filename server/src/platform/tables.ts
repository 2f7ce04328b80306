import {
  bigint,
  boolean,
  doublePrecision,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { noContractor } from './db/no-contractor.ts';

/**
 * Who did what. Append-only: triggers refuse every change. While switched, `userId` is the account that was looked at and
 * `actorId` the staff account.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    actorId: integer('actor_id'),
    userId: integer('user_id'),
    /** 0 where it concerns no contractor. */
    contractorId: integer('contractor_id').notNull().default(noContractor),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text('entity_id'),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    address: inet(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    index('audit_log_id').on(table.id),
    index('audit_log_contractor_time').on(table.contractorId, table.at, table.id),
    index('audit_log_entity').on(table.entity, table.entityId, table.id),
    index('audit_log_time').on(table.at, table.id),
    index('audit_log_actor_time').on(table.actorId, table.at, table.id),
    index('audit_log_action_time').on(table.action, table.at, table.id),
    index('audit_log_about').on(table.entityId, table.at, table.id),
  ],
);

/**
 * The audit log as a chain: each link holds the hash of its entry and of the link before it, so
 * that nothing in between can be changed without a trace. Append-only.
 */
export const auditChain = pgTable('audit_chain', {
  /** 1, 2, 3 … without gaps. */
  position: bigint({ mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull().unique(),
  /** The hash of the link before; empty for the first. */
  previous: text().notNull(),
  hash: text().notNull(),
});

/** Entries that have no link yet: whoever writes one puts it here, and the sweep takes it out. */
export const auditUnchained = pgTable('audit_unchained', {
  entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
});

/** What is known of a stored file. The bytes are in the file store under the same key. */
export const files = pgTable('files', {
  key: text().primaryKey(),
  contentType: text('content_type').notNull(),
  bytes: integer().notNull(),
  /** Public files are served to anybody who knows the key. */
  isPublic: boolean('is_public').notNull().default(false),
  contractorId: integer('contractor_id'),
  /** How long a film is, as its file says. */
  seconds: doublePrecision(),
  originalName: text('original_name').notNull().default(''),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** First answers of money-changing calls, replayed when a call comes again with the same key. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Who called: `user:<id>`, or `visitor:<hash of the address>`. */
    caller: text().notNull(),
    key: text().notNull(),
    endpoint: text().notNull(),
    /** SHA-256 of the request with a secret: another request with the same key is refused. */
    requestHash: text('request_hash').notNull(),
    /** Empty while the first call is under way. */
    status: smallint(),
    answer: jsonb().$type<unknown>(),
    userId: integer('user_id'),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.key] }),
    index('idempotency_keys_started').on(table.startedAt),
  ],
);

/**
 * Workers that take jobs, each with its last sign of life: the jobs of one that fell silent are
 * given to others.
 */
export const jobWorkers = pgTable(
  'job_workers',
  {
    id: text().primaryKey(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('job_workers_seen_at').on(table.seenAt)],
);

/** Whose processes work on this database, in one row: a copy of it tells by its place. */
export const databaseClaim = pgTable('database_claim', {
  /** There is one row. */
  one: boolean().primaryKey().default(true),
  /** The installation. */
  id: uuid().notNull(),
  place: text().notNull(),
  /** When one of its processes was last at work. */
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
});

/** Counters of calls in a window. In the database because every web process must count together. */
export const callCounters = pgTable(
  'call_counters',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: timestamp('resets_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('call_counters_resets_at').on(table.resetsAt)],
);
