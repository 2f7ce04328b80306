import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

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
