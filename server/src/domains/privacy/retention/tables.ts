import { sql } from 'drizzle-orm';
import {
  boolean,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { RetentionPart } from '@lintel/contract/privacy/retention';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Retention runs and dry runs. */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    dry: boolean().notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    /** Who started it; null for the schedule. */
    askedBy: integer('asked_by'),
    parts: jsonb().$type<RetentionPart[]>().notNull().default([]),
    failures: integer().notNull().default(0),
    /** The last error; empty once it succeeded. */
    reason: text().notNull().default(''),
  },
  (table) => [
    // One run at a time: a second one resumes it.
    uniqueIndex('retention_runs_open')
      .on(table.dry)
      .where(sql`ended_at is null`),
  ],
);
