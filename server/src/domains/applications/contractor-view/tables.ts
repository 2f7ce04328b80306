import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { applications } from '../tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Internal notes of a contractor's people about an application. */
export const applicationNotes = pgTable(
  'application_notes',
  {
    contractorId: integer('contractor_id').notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    text: text().notNull(),
    authorId: integer('author_id').notNull(),
    at: at('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.applicationId, table.id] }),
    foreignKey({
      name: 'application_notes_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    index('application_notes_id').on(table.contractorId, table.id),
  ],
);

/** The day of an application's follow-up reminder: at most one each. */
export const applicationFollowUps = pgTable(
  'application_follow_ups',
  {
    contractorId: integer('contractor_id').notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    /** In the contractor's time zone. */
    dueOn: date('due_on').notNull(),
    note: text().notNull().default(''),
    /** Receives the reminder. */
    authorId: integer('author_id').notNull(),
    setAt: at('set_at').notNull(),
    remindedAt: at('reminded_at'),
    /** When and by whom it was completed; kept so that it can be reopened. */
    doneAt: at('done_at'),
    doneBy: integer('done_by'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.applicationId] }),
    foreignKey({
      name: 'application_follow_ups_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    index('application_follow_ups_open')
      .on(table.contractorId, table.dueOn, table.applicationId)
      .where(sql`done_at is null`),
    // Follow-ups due for a reminder, across contractors.
    index('application_follow_ups_unreminded')
      .on(table.dueOn)
      .where(sql`reminded_at is null and done_at is null`),
  ],
);
