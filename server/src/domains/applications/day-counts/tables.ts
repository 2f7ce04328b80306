import { bigint, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { applicationSource } from '../tables.ts';

const contractorId = () => integer('contractor_id').notNull();
const counted = (name: string) => integer(name).notNull();

/** Contractors whose applications are kept counted by day, because they have very many. */
export const countedContractors = pgTable('counted_contractors', {
  contractorId: contractorId().primaryKey(),
  /** Whose days these are; empty until they are counted for the first time. */
  timeZone: text('time_zone').notNull().default(''),
  countedAt: timestamp('counted_at', { withTimezone: true }),
});

/** How far the applications came that were started on a day, on a page, by a way. */
export const startedCounts = pgTable(
  'application_started_counts',
  {
    contractorId: contractorId(),
    day: date().notNull(),
    pageId: integer('page_id').notNull(),
    source: applicationSource().notNull(),
    started: counted('started'),
    submitted: counted('submitted'),
    offers: counted('offers'),
    approved: counted('approved'),
    funded: counted('funded'),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.day, table.pageId, table.source] })],
);

/** How many applications were sent, offers received and offers funded on a day. */
export const eventCounts = pgTable(
  'application_event_counts',
  {
    contractorId: contractorId(),
    day: date().notNull(),
    sent: counted('sent'),
    received: counted('received'),
    funded: counted('funded'),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.day] })],
);

/** `started`: of the day on which an application began; `event`: of the day on which something happened. */
export const markKinds = ['started', 'event'] as const;

/**
 * Moments whose day has to be counted again. Each change adds a row and waits for nobody; the job
 * that counts takes them away.
 */
export const countMarks = pgTable(
  'application_count_marks',
  {
    contractorId: contractorId(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: text({ enum: markKinds }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.id] })],
);
