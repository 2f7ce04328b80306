import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { contractors } from '../../contractors/tables.ts';
import { moment } from '../columns.ts';
import { subscriptions } from '../subscriptions/tables.ts';

/** The outcome of a sign-up call: the answer, or the error. */
export type SignUpOutcome =
  | { kind: 'answer'; message: string; redirectUrl?: string }
  | { kind: 'refusal'; code: string; message: string; fields?: Record<string, string> };

/** Visitors' sign-ups, found by the secret of the visitor's browser. */
export const signUps = pgTable(
  'sign_ups',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** As first entered; never changes. Empty in rows from an earlier release. */
    email: text().notNull().default(''),
    /**
     * Null until the e-mail is confirmed by its link, if required, and the form is sent after that.
     */
    contractorId: integer('contractor_id').references(() => contractors.id),
    /** As last entered in this sign-up. */
    companyName: text('company_name').notNull().default(''),
    planName: text('plan_name').notNull().default(''),
    /** The subscription that it started. */
    subscriptionId: integer('subscription_id'),
    startedAt: moment('started_at').notNull(),
    /** The number of the latest attempt; each call is a separate attempt with its own card. */
    attempt: integer().notNull().default(0),
    /** When the current attempt began; null once it has an outcome. */
    busySince: moment('busy_since'),
    /** A keyed hash of the attempt's request, and its outcome, for an identical parallel call. */
    requestHash: text('request_hash').notNull().default(''),
    outcome: jsonb().$type<SignUpOutcome>(),
    /** When the link in the e-mail was opened. */
    confirmedAt: moment('confirmed_at'),
    /** When a free plan was chosen: there is no payment to wait for. */
    finishedAt: moment('finished_at'),
    /** When a later link to the same e-mail was opened, which continues another sign-up instead. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    foreignKey({
      name: 'sign_ups_subscription',
      columns: [table.contractorId, table.subscriptionId],
      foreignColumns: [subscriptions.contractorId, subscriptions.id],
    }),
    index('sign_ups_contractor').on(table.contractorId),
    index('sign_ups_waiting')
      .on(sql`lower(email)`)
      .where(sql`contractor_id is null`),
  ],
);
