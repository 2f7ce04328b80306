import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

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
