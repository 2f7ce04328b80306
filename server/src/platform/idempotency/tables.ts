import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

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
