import {
  bigint,
  date,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { languages } from '@lintel/contract/core/language';
import { legalKind } from '../../legal/tables.ts';
import { applications } from '../tables.ts';

/**
 * Disclosures of states that the form showed when it was sent. The text is in `consent_texts`, under
 * its hash.
 */
export const applicationDisclosures = pgTable(
  'application_disclosures',
  {
    contractorId: integer('contractor_id').notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    kind: legalKind().notNull(),
    version: integer().notNull(),
    effectiveFrom: date('effective_from').notNull(),
    language: text({ enum: languages }).notNull(),
    textHash: text('text_hash').notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.applicationId, table.kind] }),
    foreignKey({
      name: 'application_disclosures_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
  ],
);
