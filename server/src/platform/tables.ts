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
 * The audit log. Append-only: triggers reject every change. While switched, `userId` is the viewed
 * account and `actorId` the staff account.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    actorId: integer('actor_id'),
    userId: integer('user_id'),
    /** 0 when no contractor is involved. */
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
 * The audit log's hash chain: each link holds the hash of its entry and of the previous link, so
 * that changes in between are detectable. Append-only.
 */
export const auditChain = pgTable('audit_chain', {
  /** 1, 2, 3 … without gaps. */
  position: bigint({ mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull().unique(),
  /** The previous link's hash; empty for the first. */
  previous: text().notNull(),
  hash: text().notNull(),
});

/** Entries without a link: inserted with each entry, and removed by the sweep. */
export const auditUnchained = pgTable('audit_unchained', {
  entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
});

/** Metadata of a stored file. The bytes are in the file store under the same key. */
export const files = pgTable('files', {
  key: text().primaryKey(),
  contentType: text('content_type').notNull(),
  bytes: integer().notNull(),
  /** Public files are served to anyone who knows the key. */
  isPublic: boolean('is_public').notNull().default(false),
  contractorId: integer('contractor_id'),
  /** A video's duration, from its file. */
  seconds: doublePrecision(),
  originalName: text('original_name').notNull().default(''),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** First responses of idempotent calls, replayed when a call repeats with the same key. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The caller: `user:<id>`, or `visitor:<hash of the address>`. */
    caller: text().notNull(),
    key: text().notNull(),
    endpoint: text().notNull(),
    /** Keyed SHA-256 of the request: another request with the same key is rejected. */
    requestHash: text('request_hash').notNull(),
    /** Null while the first call is running. */
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

/** Job workers with their last heartbeat: a silent worker's jobs go to others. */
export const jobWorkers = pgTable(
  'job_workers',
  {
    id: text().primaryKey(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('job_workers_seen_at').on(table.seenAt)],
);

/** The installation that uses this database, in one row: a copy is recognized by its location. */
export const databaseClaim = pgTable('database_claim', {
  /** There is one row. */
  one: boolean().primaryKey().default(true),
  /** The installation. */
  id: uuid().notNull(),
  place: text().notNull(),
  /** The last activity of one of its processes. */
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
});

/** Call counters per window. In the database because all web processes share them. */
export const callCounters = pgTable(
  'call_counters',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: timestamp('resets_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('call_counters_resets_at').on(table.resetsAt)],
);
