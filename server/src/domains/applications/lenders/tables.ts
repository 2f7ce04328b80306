import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { lenderStates, type SkipReason } from '@lintel/contract/lenders/constants';
import { lenders } from '../../lenders/tables.ts';
import { applications } from '../tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** What became of an application at each lender, including those that didn't get it. */
export const applicationLenders = pgTable(
  'application_lenders',
  {
    contractorId: integer('contractor_id').notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    lenderId: integer('lender_id')
      .notNull()
      .references(() => lenders.id),
    state: text({ enum: lenderStates }).notNull(),
    /** Why it was skipped. */
    skipped: text().array().$type<SkipReason[]>().notNull().default([]),
    /** Its turn, from 1; lenders with the same turn are asked at the same time. */
    turn: smallint().notNull().default(1),
    sentAt: at('sent_at'),
    /** When the next turn starts without an answer. */
    dueAt: at('due_at'),
    answeredAt: at('answered_at'),
    /** The lender's reason codes. */
    declineReasons: text('decline_reasons').array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.applicationId, table.lenderId] }),
    foreignKey({
      name: 'application_lenders_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }).onDelete('cascade'),
    index('application_lenders_sent').on(table.lenderId, table.sentAt, table.state),
    index('application_lenders_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
  ],
);

/** Lender network events, each booked once. */
export const lenderEvents = pgTable(
  'lender_events',
  {
    contractorId: integer('contractor_id').notNull(),
    id: text().notNull(),
    network: text().notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    type: text().notNull(),
    /** Fields that the lender sent and we don't know. */
    extra: jsonb().$type<Record<string, unknown>>(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'lender_events_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
  ],
);
