import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { contractors } from '../contractors/tables.ts';
import { sessions, users } from './tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Each time that staff were in a contractor's account: the contractor can read it. It is over at
 * `endsAt` at the latest.
 */
export const staffVisits = pgTable(
  'staff_visits',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    /** The account that was looked at, and who looked. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id),
    reason: text().notNull().default(''),
    startedAt: moment('started_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** When it ended before its time. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('staff_visits_contractor').on(table.contractorId, table.id),
    index('staff_visits_session').on(table.sessionId, table.id),
  ],
);
