import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { contractors } from '../../contractors/tables.ts';
import { moment } from '../columns.ts';
import { subscriptions } from '../subscriptions/tables.ts';

/** How a call of a sign-up ended: what was answered, or the refusal. */
export type SignUpOutcome =
  | { kind: 'answer'; message: string; redirectUrl?: string }
  | { kind: 'refusal'; code: string; message: string; fields?: Record<string, string> };

/** Sign-ups of visitors: the secret of the visitor's browser leads back to what it began. */
export const signUps = pgTable(
  'sign_ups',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** As it was typed first; it never changes. Empty in rows of an earlier release. */
    email: text().notNull().default(''),
    /**
     * Null until the e-mail is confirmed by its link, where that is needed, and the form is sent
     * after that.
     */
    contractorId: integer('contractor_id').references(() => contractors.id),
    /** As this sign-up said it last. */
    companyName: text('company_name').notNull().default(''),
    planName: text('plan_name').notNull().default(''),
    /** The subscription that it began. */
    subscriptionId: integer('subscription_id'),
    startedAt: moment('started_at').notNull(),
    /** Each call is an attempt of its own, with the card that was typed for it. */
    attempt: integer().notNull().default(0),
    /** Since when the present attempt is under way; null once it has an outcome. */
    busySince: moment('busy_since'),
    /**
     * A keyed hash of what the attempt was asked, and how it ended: for the same call made twice at
     * once.
     */
    requestHash: text('request_hash').notNull().default(''),
    outcome: jsonb().$type<SignUpOutcome>(),
    /** The link that was sent to the e-mail was opened. */
    confirmedAt: moment('confirmed_at'),
    /** A plan that costs nothing was chosen: there is no payment to wait for. */
    finishedAt: moment('finished_at'),
    /** A link to the same e-mail was opened later: that sign-up goes on, this one does not. */
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

/** Links that let the owner of an e-mail go on with what was begun with it. */
export const signUpLinks = pgTable(
  'sign_up_links',
  {
    secretHash: text('secret_hash').primaryKey(),
    /** In small letters. */
    email: text().notNull(),
    /** What was typed, sealed, so that another browser can go on with it. Nothing of the card. */
    draft: text().notNull(),
    /** The sign-up that asked for it; empty in links of an earlier release. */
    askedBy: text('asked_by').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    /** The sign-up that it opened. */
    usedBy: text('used_by'),
  },
  (table) => [
    index('sign_up_links_email').on(table.email, table.createdAt),
    index('sign_up_links_expiry').on(table.expiresAt),
  ],
);
