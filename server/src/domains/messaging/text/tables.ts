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
import { stopSources, textStatuses, type TextKind } from '@lintel/contract/texts/constants';
import type { AboutKind } from '../about.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const textStatus = pgEnum('text_status', textStatuses);
export const stopSource = pgEnum('stop_source', stopSources);

/**
 * Every text, from its transaction to its delivery status. `payload` is encrypted, because it holds
 * a link, and cleared once the provider has accepted it.
 */
export const textMessages = pgTable(
  'text_messages',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** The cause, so that the same cause makes one text. */
    key: text().notNull(),
    about: text().$type<TextKind>().notNull(),
    /** What it is about (`MessageAbout`), so that delivery results can be recorded there. */
    aboutKind: text('about_kind').$type<AboutKind>(),
    aboutId: bigint('about_id', { mode: 'number' }),
    aboutPart: integer('about_part'),
    status: textStatus().notNull().default('queued'),
    /** E.164. */
    to: text(),
    payload: text(),
    /** The content, if no provider keeps it. */
    body: text(),
    encoding: text().notNull(),
    segments: smallint().notNull(),
    provider: text(),
    /** The provider's id. */
    providerId: text('provider_id'),
    attempts: integer().notNull().default(0),
    /** Since when it has been unclear whether the provider has it. */
    unclearSince: at('unclear_since'),
    /** The earliest time to send it: the morning, or the next attempt. */
    dueAt: at('due_at'),
    reason: text(),
    createdAt: at('created_at').notNull(),
    /** When the provider accepted it, or it was given up. */
    settledAt: at('settled_at'),
    /** When the recipient and content were erased. */
    anonymisedAt: at('anonymised_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    // For prefix searches of keys; not used for sorting.
    uniqueIndex('text_messages_key').on(table.contractorId, table.key.op('text_pattern_ops')),
    // Staff list the texts of all contractors.
    index('text_messages_newest').on(table.createdAt, table.id),
    index('text_messages_status').on(table.status, table.createdAt, table.id),
    index('text_messages_to').on(table.to, table.createdAt, table.id),
    index('text_messages_number').using('gin', sql`${table.to} gin_trgm_ops`),
    index('text_messages_id').on(table.id),
    index('text_messages_due')
      .on(table.settledAt, table.id)
      .where(sql`anonymised_at is null and status <> 'queued'`),
  ],
);

/** Numbers that get no texts from any contractor. */
export const textStops = pgTable(
  'text_stops',
  {
    /** E.164. */
    number: text().primaryKey(),
    stoppedAt: at('stopped_at').notNull(),
    source: stopSource().notNull(),
  },
  (table) => [
    index('text_stops_newest').on(table.stoppedAt, table.number),
    index('text_stops_number').using('gin', sql`${table.number} gin_trgm_ops`),
  ],
);

/** Replies that stopped or restarted texts, by the provider's id, so that each counts once. */
export const textReplies = pgTable('text_replies', {
  id: text().primaryKey(),
  receivedAt: at('received_at').notNull(),
});
