import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { contractors } from '../contractors/tables.ts';

/** Sign-ups of visitors: the secret of the visitor's browser is what leads back to the contractor that it made. */
export const signUps = pgTable(
  'sign_ups',
  {
    tokenHash: text('token_hash').primaryKey(),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    /** A plan that costs nothing was chosen: there is no payment to wait for. */
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [index('sign_ups_contractor').on(table.contractorId)],
);
