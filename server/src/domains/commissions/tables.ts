import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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
import { adjustmentStates } from '@lintel/contract/commissions/adjustments';
import { adjustmentTypes, commissionTypes } from '@lintel/contract/commissions/constants';
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
    /** Why staff added it; empty for what is earned by the rates. */
    note: text().notNull().default(''),
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

/** Adjustments and bonuses that staff propose for a contractor; another person approves them. */
export const commissionAdjustments = pgTable(
  'commission_adjustments',
  {
    id: integer().notNull().generatedByDefaultAsIdentity({ startWith: 100 }),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    kind: text({ enum: adjustmentTypes }).notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    reason: text().notNull(),
    effectiveOn: date('effective_on', { mode: 'string' }).notNull(),
    state: text({ enum: adjustmentStates }).notNull().default('proposed'),
    proposedBy: integer('proposed_by').notNull(),
    proposedAt: timestamp('proposed_at', { withTimezone: true }).notNull(),
    decidedBy: integer('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    /** Why it was rejected. */
    note: text().notNull().default(''),
    /** The day of its commission; null unless it is approved. */
    bookedOn: date('booked_on', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    // Staff list those of all contractors.
    index('commission_adjustments_state').on(table.state, table.proposedAt),
    check('commission_adjustments_amount', sql`amount_cents <> 0`),
    check('commission_adjustments_booked', sql`(state = 'approved') = (booked_on is not null)`),
    check(
      'commission_adjustments_two_people',
      sql`state <> 'approved' or decided_by <> proposed_by`,
    ),
  ],
);
