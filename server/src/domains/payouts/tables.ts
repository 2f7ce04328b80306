import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  inet,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { payoutStates, w9States } from '@lintel/contract/payouts-constants';
import { contractors } from '../contractors/tables.ts';

export const w9State = pgEnum('w9_state', w9States);
export const payoutState = pgEnum('payout_state', payoutStates);

const moment = (name: string) => timestamp(name, { withTimezone: true });
const contractorId = () =>
  integer('contractor_id')
    .notNull()
    .references(() => contractors.id);

/** Where a contractor is paid. Both numbers are sealed; only their last four digits can be read. */
export const payoutMethods = pgTable('payout_methods', {
  contractorId: contractorId().primaryKey(),
  accHolderName: text('acc_holder_name').notNull(),
  bankName: text('bank_name').notNull(),
  routingSealed: text('routing_sealed').notNull(),
  routingLast4: text('routing_last4').notNull(),
  accountSealed: text('account_sealed').notNull(),
  accountLast4: text('account_last4').notNull(),
  changedAt: moment('changed_at').notNull(),
  changedBy: integer('changed_by').notNull(),
  /** Nothing is paid to changed bank details before this. */
  heldUntil: moment('held_until'),
  version: integer().notNull().default(1),
});

/** Tax forms; a newer one replaces an older one. The tax number and the file are sealed. */
export const w9Forms = pgTable(
  'w9_forms',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    contractorId: contractorId(),
    state: w9State().notNull().default('Pending'),
    fullName: text('full_name').notNull(),
    companyName: text('company_name').notNull().default(''),
    isSsn: boolean('is_ssn').notNull(),
    tinSealed: text('tin_sealed').notNull(),
    tinLast4: text('tin_last4').notNull(),
    /** The form's other fields, as they were signed. */
    fields: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Where the sealed PDF lies. */
    fileKey: text('file_key').notNull(),
    signature: text().notNull(),
    signedAt: moment('signed_at').notNull(),
    signedFrom: inet('signed_from'),
    submittedBy: integer('submitted_by').notNull(),
    skipDifferences: boolean('skip_differences').notNull().default(false),
    reviewedBy: integer('reviewed_by'),
    reviewedAt: moment('reviewed_at'),
    replacedAt: moment('replaced_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('w9_forms_current')
      .on(table.contractorId)
      .where(sql`replaced_at is null`),
    index('w9_forms_state')
      .on(table.state, table.signedAt)
      .where(sql`replaced_at is null`),
  ],
);

/** Each run of payouts makes one file for the bank. */
export const payoutRuns = pgTable('payout_runs', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  /** The first day of the month that is paid. */
  month: date({ mode: 'string' }).notNull(),
  startedBy: integer('started_by'),
  startedAt: moment('started_at').notNull(),
  fileKey: text('file_key').notNull().default(''),
  count: integer().notNull().default(0),
  totalCents: bigint('total_cents', { mode: 'number' }).notNull().default(0),
  confirmedBy: integer('confirmed_by'),
  confirmedAt: moment('confirmed_at'),
});

/** What one contractor is paid for one month. */
export const payouts = pgTable(
  'payouts',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    contractorId: contractorId(),
    month: date({ mode: 'string' }).notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    state: payoutState().notNull(),
    /** Why it is held. */
    reason: text().notNull().default(''),
    runId: integer('run_id').references(() => payoutRuns.id),
    /** The bank file's trace number. */
    traceNumber: text('trace_number').unique(),
    accountLast4: text('account_last4').notNull().default(''),
    returnCode: text('return_code').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
    paidAt: moment('paid_at'),
    returnedAt: moment('returned_at'),
  },
  (table) => [
    index('payouts_contractor').on(table.contractorId, table.createdAt),
    index('payouts_state').on(table.state, table.month, table.contractorId),
    index('payouts_run').on(table.runId),
  ],
);
