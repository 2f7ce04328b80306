import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { noContractor } from '../db/no-contractor.ts';
import type { StoredPurpose } from './purposes.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What a link remembers besides its subject; each purpose uses some of it. */
export interface LinkData {
  /** Derives the code of a link that can be shown again. */
  salt?: string;
  /** The account's e-mail when the link was issued, and the one that it confirms. */
  email?: string;
  newEmail?: string;
  /** Second factors added since this moment belong to the person who changed the e-mail. */
  factorsSince?: string;
  /** The sealed input of a sign-up, the sign-up that requested the link, and the one that used it. */
  draft?: string;
  askedBy?: string;
  usedBy?: string;
}

/** Links with a secret code, of all purposes. A row stores the code's hash, so it opens nothing. */
export const accessLinks = pgTable(
  'access_links',
  {
    /** 0 for links that belong to no contractor. */
    contractorId: integer('contractor_id').notNull().default(noContractor),
    /** In the order of issue, even within a millisecond. */
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    purpose: text().$type<StoredPurpose>().notNull(),
    /** SHA-256 of the code. */
    codeHash: text('code_hash').notNull(),
    /** The id or lowercased e-mail that the link is about. */
    subject: text().notNull(),
    /** A part of the subject, to find the link of one session, request, or address. */
    part: text().notNull().default(''),
    data: jsonb().$type<LinkData>().notNull().default({}),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    uniqueIndex('access_links_code').on(table.contractorId, table.codeHash),
    index('access_links_subject').on(table.contractorId, table.purpose, table.subject, table.id),
    index('access_links_part')
      .on(table.contractorId, table.purpose, table.part)
      .where(sql`part <> ''`),
    index('access_links_expiry').on(table.expiresAt),
  ],
);
