import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What the gateway told, each event kept once; `processedAt` is empty until it was booked. */
export const gatewayEvents = pgTable(
  'gateway_events',
  {
    id: text().primaryKey(),
    gateway: text().notNull(),
    type: text().notNull(),
    /** What of the event the books need: ids, amounts, codes. */
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    happenedAt: moment('happened_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    processedAt: moment('processed_at'),
    problem: text().notNull().default(''),
  },
  (table) => [
    index('gateway_events_open')
      .on(table.receivedAt)
      .where(sql`processed_at is null`),
  ],
);

/** Each comparison of the books with the gateway, by the clock or by staff. */
export const reconciliations = pgTable('reconciliations', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  startedAt: moment('started_at').notNull(),
  endedAt: moment('ended_at'),
  userId: integer('user_id'),
  checked: integer().notNull().default(0),
  differences: jsonb()
    .$type<{ kind: string; reference: string; ours: string; theirs: string }[]>()
    .notNull()
    .default([]),
  problem: text().notNull().default(''),
});
