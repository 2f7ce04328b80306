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
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Language } from '@lintel/contract/core/language';
import type { LinkChannel, ReminderState, SendState } from '@lintel/contract/links/constants';
import { applications } from '../applications/tables.ts';
import { customers } from '../customers/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Links to apply that were handed to customers, each with how far it has come. What it fills in on
 * the form is what its sender knew when it was sent.
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
    /** The account that sent it, of staff where they were switched. */
    createdBy: integer('created_by'),
    /** Whom an answer to its e-mails goes to. */
    replyTo: text('reply_to').notNull().default(''),
    expiresAt: at('expires_at').notNull(),
    /** Messages and addresses that were made of it, the reminder included. */
    sends: smallint().notNull().default(1),
    /** The number of the latest one that somebody sent, and what became of it. */
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
    /** When its reminder is due; null where none was wished. */
    remindsAt: at('reminds_at'),
    remindedAt: at('reminded_at'),
    /** Why there was no reminder, or why it did not arrive. */
    reminderReason: text('reminder_reason').notNull().default(''),
    /** When the person was taken out; what is left is for the counts. */
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
    // It holds every column that the counts by channel need, so that counting reads no rows.
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
    // A person who asks for the own data is looked for at every contractor.
    index('sent_links_person').on(sql`lower(email)`, table.id),
    index('sent_links_due')
      .on(table.createdAt, table.id)
      .where(sql`anonymised_at is null`),
  ],
);

/** How many messages with links a contractor sends in a day, where staff gave it a number of its own. */
export const linkLimits = pgTable('link_limits', {
  contractorId: integer('contractor_id').primaryKey(),
  /** Null: the number of all contractors. */
  aDay: integer('a_day'),
  savedAt: at('saved_at').notNull(),
  savedBy: integer('saved_by').notNull(),
});

/**
 * Each time that a link was handed out: by a message of its own, or by an address on a screen. It
 * has a code of its own, of which the hash is kept, and says what was confirmed before a text.
 */
export const linkSends = pgTable(
  'link_sends',
  {
    contractorId: integer('contractor_id').notNull(),
    linkId: bigint('link_id', { mode: 'number' }).notNull(),
    n: smallint().notNull(),
    kind: text().$type<'first' | 'again' | 'reminder'>().notNull(),
    codeHash: text('code_hash').notNull(),
    at: at('at').notNull(),
    /** Null for a reminder. */
    by: integer('by'),
    /** Whom it went to, so that a confirmation can be told to be for a number; null on a screen. */
    toHash: text('to_hash'),
    /** What was confirmed before a text, in its words. */
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
    uniqueIndex('link_sends_code').on(table.contractorId, table.codeHash),
  ],
);
