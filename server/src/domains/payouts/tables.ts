import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  inet,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  accountTypes,
  payoutStates,
  w9States,
  type LeaveReason,
} from '@lintel/contract/payouts/constants';
import { contractors } from '../contractors/tables.ts';

export const w9State = pgEnum('w9_state', w9States);
export const payoutState = pgEnum('payout_state', payoutStates);

const moment = (name: string) => timestamp(name, { withTimezone: true });
const contractorId = () =>
  integer('contractor_id')
    .notNull()
    .references(() => contractors.id);

/**
 * A contractor's bank details. Both numbers are encrypted; only their last four digits are
 * readable.
 */
export const payoutMethods = pgTable('payout_methods', {
  contractorId: contractorId().primaryKey(),
  accHolderName: text('acc_holder_name').notNull(),
  bankName: text('bank_name').notNull(),
  accountType: text('account_type', { enum: accountTypes }).notNull().default('Checking'),
  routingSealed: text('routing_sealed').notNull(),
  routingLast4: text('routing_last4').notNull(),
  accountSealed: text('account_sealed').notNull(),
  accountLast4: text('account_last4').notNull(),
  changedAt: moment('changed_at').notNull(),
  changedBy: integer('changed_by').notNull(),
  /** Changed bank details aren't paid before this. */
  heldUntil: moment('held_until'),
  /** Why the bank returned a payout; payouts are blocked until the details are entered again. */
  returnCode: text('return_code').notNull().default(''),
  version: integer().notNull().default(1),
});

/**
 * Tax forms; a newer one replaces an older one, which is kept. The tax number and the files are
 * encrypted.
 */
export const w9Forms = pgTable(
  'w9_forms',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    contractorId: contractorId(),
    state: w9State().notNull().default('Pending'),
    fullName: text('full_name').notNull(),
    companyName: text('company_name').notNull().default(''),
    isSsn: boolean('is_ssn').notNull(),
    /** Empty when the form was uploaded as a file without its number. */
    tinSealed: text('tin_sealed').notNull().default(''),
    tinLast4: text('tin_last4').notNull().default(''),
    /** The form's other fields, as signed. */
    fields: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Storage key of the encrypted PDF. */
    fileKey: text('file_key').notNull(),
    /** Storage key of the encrypted copy without the tax number; empty for an uploaded form. */
    copyKey: text('copy_key').notNull().default(''),
    signature: text().notNull(),
    signedAt: moment('signed_at').notNull(),
    signedFrom: inet('signed_from'),
    /** SHA-256 of the signed certification. */
    textHash: text('text_hash').notNull().default(''),
    submittedBy: integer('submitted_by').notNull(),
    skipDifferences: boolean('skip_differences').notNull().default(false),
    /** Why it was rejected. */
    reason: text().notNull().default(''),
    reviewedBy: integer('reviewed_by'),
    reviewedAt: moment('reviewed_at'),
    replacedAt: moment('replaced_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('w9_forms_current')
      .on(table.contractorId)
      .where(sql`replaced_at is null`),
    index('w9_forms_contractor').on(table.contractorId, table.id),
    index('w9_forms_state')
      .on(table.state, table.signedAt)
      .where(sql`replaced_at is null`),
  ],
);

/** A payout that left its run at the release, as recorded in the run. */
export type ExcludedPayout = {
  payoutId: number;
  contractorId: number;
  companyName: string;
  /** As prepared. */
  amountCents: number;
  reasons: LeaveReason[];
};

/**
 * Each payout run creates one bank file. One person prepares it and another releases it; until then
 * it can be canceled and has no file.
 */
export const payoutRuns = pgTable(
  'payout_runs',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    /** The first day of the paid month. */
    month: date({ mode: 'string' }).notNull(),
    preparedBy: integer('prepared_by'),
    preparedAt: moment('prepared_at').notNull(),
    releasedBy: integer('released_by'),
    releasedAt: moment('released_at'),
    canceledBy: integer('canceled_by'),
    canceledAt: moment('canceled_at'),
    leftOut: jsonb('left_out').$type<ExcludedPayout[]>().notNull().default([]),
    /** The file's effective banking day. */
    effectiveOn: date('effective_on', { mode: 'string' }),
    /**
     * The encrypted file; empty before the release. It is stored here rather than in the file
     * store, so that it exists exactly when its payouts are marked as sent, even after a crash.
     */
    fileSealed: text('file_sealed').notNull(),
    count: integer().notNull().default(0),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull().default(0),
    downloadedBy: integer('downloaded_by'),
    downloadedAt: moment('downloaded_at'),
    confirmedBy: integer('confirmed_by'),
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    index('payout_runs_prepared').on(table.preparedAt, table.id),
    index('payout_runs_released').on(table.releasedAt),
    index('payout_runs_waiting')
      .on(table.preparedBy)
      .where(sql`released_at is null and canceled_at is null`),
    // Only a released run has a file.
    check('payout_runs_file', sql`(file_sealed <> '') = (released_at is not null)`),
    check('payout_runs_end', sql`released_at is null or canceled_at is null`),
  ],
);

/** A contractor's payout for one month: the sum of the commissions that refer to it. */
export const payouts = pgTable(
  'payouts',
  {
    id: integer().notNull().generatedByDefaultAsIdentity({ startWith: 100 }),
    contractorId: contractorId(),
    month: date({ mode: 'string' }).notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    state: payoutState().notNull(),
    /** Comma-separated hold reasons. */
    reason: text().notNull().default(''),
    /** The run that pays it or is prepared to; no other run takes it. */
    runId: integer('run_id').references(() => payoutRuns.id),
    /** Its amount when the run was prepared; the release excludes any other amount. */
    preparedCents: bigint('prepared_cents', { mode: 'number' }),
    /**
     * The version of the bank details when the run was prepared; the release excludes any other
     * version.
     */
    preparedDetails: integer('prepared_details'),
    /**
     * The trace number of its entry in the bank's file, which covers all of one contractor's
     * payouts in a run.
     */
    traceNumber: text('trace_number'),
    accountLast4: text('account_last4').notNull().default(''),
    returnCode: text('return_code').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
    paidAt: moment('paid_at'),
    returnedAt: moment('returned_at'),
    canceledAt: moment('canceled_at'),
    /** When its amount or hold reasons last changed. */
    changedAt: moment('changed_at'),
    /** When its hold reasons were last examined. */
    examinedAt: moment('examined_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    // Staff identify a payout by its number alone.
    index('payouts_id').on(table.id),
    uniqueIndex('payouts_month')
      .on(table.contractorId, table.month)
      .where(sql`returned_at is null and canceled_at is null`),
    index('payouts_contractor').on(table.contractorId, table.month, table.id),
    index('payouts_state').on(table.state, table.month, table.id),
    index('payouts_amount').on(table.state, table.amountCents, table.id),
    index('payouts_run').on(table.runId, table.id),
  ],
);
