import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { applications } from './tables.ts';

/** Additional secrets of an application: one per device that returned by a message link. */
export const applicationKeys = pgTable(
  'application_keys',
  {
    contractorId: integer('contractor_id').notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    /** SHA-256 of the secret. */
    tokenHash: text('token_hash').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.applicationId, table.tokenHash] }),
    foreignKey({
      name: 'application_keys_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    index('application_keys_token').on(table.tokenHash),
  ],
);

/** Short links in text messages, each to one application. */
export const shortLinks = pgTable(
  'application_short_links',
  {
    contractorId: integer('contractor_id').notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    /** SHA-256 of the code. */
    codeHash: text('code_hash').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.applicationId, table.codeHash] }),
    foreignKey({
      name: 'application_short_links_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    index('application_short_links_code').on(table.codeHash),
  ],
);
