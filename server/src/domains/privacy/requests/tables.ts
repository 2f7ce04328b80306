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
import type { RetainedData } from '../../../platform/persons.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Staff decisions about similar records, by record key. */
export type MatchDecisions = Record<string, 'same' | 'other'>;

export interface RequestOutcome {
  found: { what: string; count: number }[];
  kept: RetainedData[];
}

/**
 * Homeowners' requests for a copy of their data or for deletion. A request counts once a link
 * verifies its e-mail address; until then it is `unproven` and hidden.
 */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    kind: text({ enum: ['copy', 'deletion'] }).notNull(),
    state: text({ enum: ['unproven', 'open', 'fulfilled', 'rejected'] })
      .notNull()
      .default('unproven'),
    /** Lowercased. Empty once it was removed, long after the answer. */
    email: text().notNull(),
    /** The language of the request and its answer. */
    language: text({ enum: languages }).notNull().default('en'),
    /** The page on which it was submitted. */
    pageId: integer('page_id'),
    createdAt: moment('created_at').notNull(),
    /** When the address was verified: the days count from then. */
    receivedAt: moment('received_at'),
    dueAt: moment('due_at'),
    extendedAt: moment('extended_at'),
    extensionReason: text('extension_reason').notNull().default(''),
    decidedAt: moment('decided_at'),
    decidedBy: integer('decided_by'),
    reason: text().notNull().default(''),
    outcome: jsonb().$type<RequestOutcome>(),
    matches: jsonb().$type<MatchDecisions>().notNull().default({}),
    /** A blocked deletion: the rest is deleted once the obstacles are gone. */
    waits: boolean().notNull().default(false),
    /** The sealed copy, until its link expires. */
    copySealed: text('copy_sealed'),
    copyExpiresAt: moment('copy_expires_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    // One open request per kind and address.
    uniqueIndex('privacy_requests_open')
      .on(table.email, table.kind)
      .where(sql`state = 'open'`),
    index('privacy_requests_due').on(table.dueAt, table.id),
    index('privacy_requests_received').on(table.receivedAt, table.id),
    index('privacy_requests_decided').on(table.decidedAt, table.id),
    index('privacy_requests_unproven')
      .on(table.createdAt)
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
 * Deleted addresses, as keyed hashes. The file store has the same list, so that deletions can be
 * replayed into a restored database, which lacks both the deletion and this row.
 */
export const erasures = pgTable('erasures', {
  hash: text().primaryKey(),
  /** Data created by then is deleted. */
  until: moment('until').notNull(),
});
