import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { commissionTypes } from '@lintel/contract/commissions/constants';
import { contractors } from '../contractors/tables.ts';

export const commissionType = pgEnum('commission_type', commissionTypes);

/**
 * A contractor's earnings. Amounts never change: a reversal is another row with a negative amount.
 */
export const commissions = pgTable(
  'commissions',
  {
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    type: commissionType().notNull(),
    /** The deal, application, friend, or payment, such as `offer:12`; booked once. */
    source: text().notNull(),
    /** The customer, or the friend's contact. */
    userName: text('user_name').notNull().default(''),
    companyName: text('company_name').notNull().default(''),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    fundedAmountCents: bigint('funded_amount_cents', { mode: 'number' }),
    /** When it was earned; the report's date. */
    earnedAt: timestamp('earned_at', { withTimezone: true }).notNull(),
    bookedAt: timestamp('booked_at', { withTimezone: true }).notNull(),
    /** The first day of the month whose booking created it. */
    month: date({ mode: 'string' }).notNull(),
    applicationId: bigint('application_id', { mode: 'number' }),
    /** The referred contractor, or the one whose payments earn the partner's share. */
    friendId: integer('friend_id'),
    /** The commission that a negative one reverses. */
    reversesId: bigint('takes_back_id', { mode: 'number' }),
    /** Its payment is disputed: no payout includes it until the decision. */
    onHold: boolean('on_hold').notNull().default(false),
    payoutId: integer('payout_id'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    uniqueIndex('commissions_booked').on(table.contractorId, table.source),
    index('commissions_earned').on(table.contractorId, table.earnedAt, table.id),
    index('commissions_type').on(table.contractorId, table.type, table.earnedAt),
    index('commissions_amount').on(table.contractorId, table.amountCents, table.id),
    index('commissions_of_application')
      .on(table.contractorId, table.applicationId)
      .where(sql`application_id is not null`),
    index('commissions_of_payout').on(table.contractorId, table.payoutId),
    index('commissions_friend')
      .on(table.friendId, table.type)
      .where(sql`friend_id is not null`),
  ],
);

/** The booking run of each month, with its number of commissions. */
export const commissionRuns = pgTable('commission_runs', {
  month: date({ mode: 'string' }).primaryKey(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  booked: integer().notNull().default(0),
});
