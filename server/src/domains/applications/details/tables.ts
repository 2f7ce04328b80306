import { sql } from 'drizzle-orm';
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
import type { LenderNeed } from '@lintel/contract/lenders/needs';
import { applications } from '../tables.ts';

/** What a homeowner gave beyond the form because lenders need it. That it was given stays. */
export const applicantDetails = pgTable(
  'applicant_details',
  {
    contractorId: integer('contractor_id').notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    needs: text().array().$type<LenderNeed[]>().notNull(),
    /** The details, encrypted; null once erased. */
    sealed: text(),
    givenAt: timestamp('given_at', { withTimezone: true }).notNull(),
    erasedAt: timestamp('erased_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.applicationId] }),
    foreignKey({
      name: 'applicant_details_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }).onDelete('cascade'),
    // Details due for erasure, across contractors.
    index('applicant_details_given')
      .on(table.givenAt)
      .where(sql`sealed is not null`),
  ],
);
