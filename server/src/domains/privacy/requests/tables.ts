import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  boolean,
} from 'drizzle-orm/pg-core';
import { languages } from '@lintel/contract/core/language';
import type { Kept } from '../../../platform/persons.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What staff decided about records that are close to the address, by the key of each. */
export type MatchDecisions = Record<string, 'same' | 'other'>;

/** What was done for a request. */
export interface RequestOutcome {
  found: { what: string; count: number }[];
  kept: Kept[];
}

/**
 * Homeowners who asked for a copy of their data or for deletion. A request counts once its e-mail
 * address is proved by a link; until then it is `unproven` and nobody sees it.
 */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    kind: text({ enum: ['copy', 'deletion'] }).notNull(),
    state: text({ enum: ['unproven', 'open', 'fulfilled', 'rejected'] })
      .notNull()
      .default('unproven'),
    /** In small letters. Empty once it was removed, long after the answer. */
    email: text().notNull(),
    /** In which its homeowner asked, and is answered. */
    language: text({ enum: languages }).notNull().default('en'),
    /** The page that it was asked on. */
    pageId: integer('page_id'),
    createdAt: moment('created_at').notNull(),
    /** SHA-256 of the secret in the link that proves the address; null once it was used. */
    secretHash: text('secret_hash').unique(),
    secretExpiresAt: moment('secret_expires_at').notNull(),
    /** When the address was proved: from then on the days count. */
    receivedAt: moment('received_at'),
    dueAt: moment('due_at'),
    extendedAt: moment('extended_at'),
    extensionReason: text('extension_reason').notNull().default(''),
    decidedAt: moment('decided_at'),
    decidedBy: integer('decided_by'),
    reason: text().notNull().default(''),
    outcome: jsonb().$type<RequestOutcome>(),
    matches: jsonb().$type<MatchDecisions>().notNull().default({}),
    /** A deletion that something holds up: what is left goes when that is over. */
    waits: boolean().notNull().default(false),
    /** The copy, sealed, until its link ends. */
    copySealed: text('copy_sealed'),
    /** SHA-256 of the secret in the link to the copy. */
    copyHash: text('copy_hash').unique(),
    copyExpiresAt: moment('copy_expires_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    // One open request of a kind for an address.
    uniqueIndex('privacy_requests_open')
      .on(table.email, table.kind)
      .where(sql`state = 'open'`),
    index('privacy_requests_due').on(table.dueAt, table.id),
    index('privacy_requests_received').on(table.receivedAt, table.id),
    index('privacy_requests_decided').on(table.decidedAt, table.id),
    index('privacy_requests_unproven')
      .on(table.secretExpiresAt)
      .where(sql`state = 'unproven'`),
    index('privacy_requests_waits')
      .on(table.id)
      .where(sql`waits`),
    index('privacy_requests_copy')
      .on(table.copyExpiresAt)
      .where(sql`copy_sealed is not null`),
  ],
);

/**
 * Addresses that had their data deleted, as keyed hashes. The file store has the same list, so that
 * a database from a backup, which has neither the deletion nor this row, can be told.
 */
export const erasures = pgTable('erasures', {
  hash: text().primaryKey(),
  /** What began by then is deleted. */
  until: moment('until').notNull(),
});
