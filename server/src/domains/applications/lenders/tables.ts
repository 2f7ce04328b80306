import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { lenderStates, type SkipReason } from '@lintel/contract/lenders/constants';
import type { CreditScore, DeclineReason, ReportingAgency } from '@lintel/contract/lenders/events';
import type { DoneAtDesk } from '@lintel/contract/lender-desk/history';
import { lenders } from '../../lenders/tables.ts';
import { applications, offers } from '../tables.ts';

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
    /** The rest is for the notice of adverse action. */
    declinedAt: at('declined_at'),
    declineDetails: jsonb('decline_details').$type<DeclineReason[]>(),
    creditScore: jsonb('credit_score').$type<CreditScore>(),
    /** Null: as set for the lender. */
    usedReport: boolean('used_report'),
    bureau: jsonb().$type<ReportingAgency>(),
    /** The lender sends the homeowner its own notice. */
    sendsNotice: boolean('sends_notice').notNull().default(false),
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
    /** The lender's person who did it at the desk; null for a call. */
    userId: integer('user_id'),
    /** What that person did, for the desk's history. */
    done: jsonb().$type<DoneAtDesk>(),
    receivedAt: at('received_at').notNull(),
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

/** What lenders paid for an offer, stage by stage, and what they reversed. */
export const offerFundings = pgTable(
  'offer_fundings',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    offerId: bigint('offer_id', { mode: 'number' }).notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    /** Its number within the offer, from 1, in order of arrival. */
    number: smallint().notNull(),
    /** The lender's name for the stage; empty for a payout in one sum and for a reversal. */
    stage: text().notNull().default(''),
    /** The lender's event, as in `lender_events`. */
    eventId: text('event_id').notNull(),
    /** Negative for a reversal. */
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** How much of this payout was reversed later. */
    reversedCents: bigint('reversed_cents', { mode: 'number' }).notNull().default(0),
    /** The lender's reason for a reversal. */
    reason: text().notNull().default(''),
    at: at('at').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'offer_fundings_offer',
      columns: [table.contractorId, table.offerId],
      foreignColumns: [offers.contractorId, offers.id],
    }).onDelete('cascade'),
    uniqueIndex('offer_fundings_number').on(table.contractorId, table.offerId, table.number),
    uniqueIndex('offer_fundings_event').on(table.contractorId, table.offerId, table.eventId),
    uniqueIndex('offer_fundings_stage')
      .on(table.contractorId, table.offerId, table.stage)
      .where(sql`amount_cents > 0`),
    index('offer_fundings_contractor_at')
      .on(table.contractorId, table.at)
      .where(sql`amount_cents > 0`),
    index('offer_fundings_at')
      .on(table.at)
      .where(sql`amount_cents > 0`),
    index('offer_fundings_received')
      .on(table.receivedAt)
      .where(sql`amount_cents > 0`),
  ],
);
