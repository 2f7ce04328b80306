import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { textStatuses } from '@lintel/contract/texts/constants';
import { noContractor } from '../../../platform/db/no-contractor.ts';
import type { AboutKind } from '../about.ts';
import { channelNames } from '../events.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const messageChannel = pgEnum('message_channel', channelNames);
export const messageStatus = pgEnum('message_status', textStatuses);

/**
 * Every message of every channel, from its transaction to its delivery. `payload` is encrypted,
 * because it holds links, and cleared after sending.
 */
export const messages = pgTable(
  'messages',
  {
    /** 0 when it concerns no contractor. */
    contractorId: integer('contractor_id').notNull().default(noContractor),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    channel: messageChannel().notNull(),
    /** The cause, so that the same cause makes one message in a channel. */
    key: text().notNull(),
    /** An e-mail's event, or the kind of a text or push notification. */
    event: text().notNull(),
    /** Mailboxes, or a number (E.164); null for a device, and after erasure. */
    recipient: text(),
    /** The row that it is about (`MessageAbout`). */
    aboutKind: text('about_kind').$type<AboutKind>(),
    aboutId: bigint('about_id', { mode: 'number' }),
    aboutPart: integer('about_part'),
    status: messageStatus().notNull().default('queued'),
    payload: text(),
    attempts: integer().notNull().default(0),
    /** The earliest time of the next attempt, if that is later. */
    dueAt: at('due_at'),
    /** Since when it has been unclear whether the provider has it. */
    unclearSince: at('unclear_since'),
    reason: text(),
    createdAt: at('created_at').notNull(),
    /** When the provider accepted it, or it failed for good. */
    settledAt: at('settled_at'),
    /** When the recipient and content were erased. */
    anonymisedAt: at('anonymised_at'),
    /** The content, if nothing else keeps it. */
    text: text(),

    /** An e-mail's Message-ID header, fixed before the first attempt. */
    messageId: text('message_id'),
    /** The mailboxes and subject of a rendered e-mail. */
    sender: text(),
    bcc: text(),
    replyTo: text('reply_to'),
    subject: text(),
    html: text(),
    unsubscribeUrl: text('unsubscribe_url'),
    /** Why it was sent with the built-in text instead of its template; null when it wasn't. */
    builtInReason: text('built_in_reason'),

    encoding: text(),
    segments: smallint(),
    provider: text(),
    /** The SMS provider's id. */
    providerId: text('provider_id'),
    /** The id that callbacks of version 1.0 use. */
    legacyId: bigint('legacy_id', { mode: 'number' }),

    deviceId: bigint('device_id', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    uniqueIndex('messages_cause').on(table.contractorId, table.channel, table.key),
    index('messages_about').on(table.contractorId, table.aboutKind, table.aboutId),
    index('messages_id').on(table.id),
    // Small parts of the table.
    index('messages_queued')
      .on(table.id)
      .where(sql`status = 'queued'`),
    index('messages_failed_emails')
      .on(table.settledAt, table.id)
      .where(sql`channel = 'email' and status = 'failed' and anonymised_at is null`),
    index('messages_built_in')
      .on(table.createdAt, table.id)
      .where(sql`built_in_reason is not null`),
    index('messages_legacy')
      .on(table.contractorId, table.legacyId)
      .where(sql`legacy_id is not null`),
    index('messages_due')
      .on(table.settledAt, table.id)
      .where(sql`anonymised_at is null and status <> 'queued'`),
    index('messages_pushes')
      .on(table.createdAt)
      .where(sql`channel = 'push'`),
    index('messages_emails_to')
      .on(sql`lower(recipient)`)
      .where(sql`channel = 'email'`),
    // Staff list the texts of all contractors.
    index('messages_texts_newest')
      .on(table.createdAt, table.id)
      .where(sql`channel = 'text'`),
    index('messages_texts_status')
      .on(table.status, table.createdAt, table.id)
      .where(sql`channel = 'text'`),
    index('messages_texts_to')
      .on(table.recipient, table.createdAt, table.id)
      .where(sql`channel = 'text'`),
    index('messages_texts_number')
      .using('gin', sql`recipient gin_trgm_ops`)
      .where(sql`channel = 'text'`),
  ],
);
