import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { Language } from '@lintel/contract/core/language';
import type { LinkChannel, ReminderState, SendState } from '@lintel/contract/links/constants';
import { applications } from '../applications/tables.ts';
import { customers } from '../customers/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Application links sent to customers, with their progress. They fill in the form with the sender's
 * data at the time of sending.
 */
export const sentLinks = pgTable(
  'sent_links',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    pageId: integer('page_id').notNull(),
    channel: text().$type<LinkChannel>().notNull(),
    language: text().$type<Language>().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }),
    name: text().notNull(),
    /** Ten digits, or empty. */
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    createdAt: at('created_at').notNull(),
    /** The account that sent it; the staff account when switched. */
    createdBy: integer('created_by'),
    /** Reply-to address of its e-mails. */
    replyTo: text('reply_to').notNull().default(''),
    expiresAt: at('expires_at').notNull(),
    /** Number of messages and addresses created for it, including the reminder. */
    sends: smallint().notNull().default(1),
    /** The latest send that isn't a reminder, and its status. */
    lastSend: smallint('last_send').notNull().default(1),
    sendState: text('send_state').$type<SendState>().notNull(),
    leavesAt: at('leaves_at'),
    reason: text().notNull().default(''),
    sentAt: at('sent_at'),
    deliveredAt: at('delivered_at'),
    failedAt: at('failed_at'),
    openedAt: at('opened_at'),
    opens: integer().notNull().default(0),
    startedAt: at('started_at'),
    submittedAt: at('submitted_at'),
    applicationId: bigint('application_id', { mode: 'number' }),
    canceledAt: at('canceled_at'),
    reminder: text().$type<ReminderState>().notNull().default('none'),
    /** When its reminder is due; null without one. */
    remindsAt: at('reminds_at'),
    remindedAt: at('reminded_at'),
    /** Why no reminder was sent, or why it wasn't delivered. */
    reminderReason: text('reminder_reason').notNull().default(''),
    /** When the person was removed; the rest is kept for statistics. */
    anonymisedAt: at('anonymised_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'sent_links_customer',
      columns: [table.contractorId, table.customerId],
      foreignColumns: [customers.contractorId, customers.id],
    }),
    foreignKey({
      name: 'sent_links_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    index('sent_links_of').on(table.contractorId, table.customerId, table.id),
    // A covering index for the counts by channel, so counting reads no rows.
    index('sent_links_created').on(
      table.contractorId,
      table.createdAt,
      table.channel,
      table.sentAt,
      table.deliveredAt,
      table.openedAt,
      table.startedAt,
      table.submittedAt,
    ),
    index('sent_links_applied')
      .on(table.contractorId, table.applicationId)
      .where(sql`application_id is not null`),
    index('sent_links_failed')
      .on(table.contractorId, table.failedAt, table.id)
      .where(sql`send_state = 'failed' and channel = 'text'`),
    // For privacy requests, which search all contractors.
    index('sent_links_person').on(sql`lower(email)`, table.id),
    index('sent_links_due')
      .on(table.createdAt, table.id)
      .where(sql`anonymised_at is null`),
  ],
);

/** Daily message limits that staff set for a contractor. */
export const linkLimits = pgTable('link_limits', {
  contractorId: integer('contractor_id').primaryKey(),
  /** Null: the general limit. */
  aDay: integer('a_day'),
  savedAt: at('saved_at').notNull(),
  savedBy: integer('saved_by').notNull(),
});

/**
 * Each send of a link, by a message or by an address on a screen, and the confirmation given before
 * a text. Each has its own code (`access_links`).
 */
export const linkSends = pgTable(
  'link_sends',
  {
    contractorId: integer('contractor_id').notNull(),
    linkId: bigint('link_id', { mode: 'number' }).notNull(),
    n: smallint().notNull(),
    kind: text().$type<'first' | 'again' | 'reminder'>().notNull(),
    at: at('at').notNull(),
    /** Null for a reminder. */
    by: integer('by'),
    /** Hash of the recipient, which proves the number of a confirmation; null on a screen. */
    toHash: text('to_hash'),
    /** Wording of the confirmation before a text. */
    confirmed: text(),
    state: text().$type<SendState>().notNull(),
    settledAt: at('settled_at'),
    reason: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.linkId, table.n] }),
    foreignKey({
      name: 'link_sends_link',
      columns: [table.contractorId, table.linkId],
      foreignColumns: [sentLinks.contractorId, sentLinks.id],
    }),
  ],
);
