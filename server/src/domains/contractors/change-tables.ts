import { bigint, pgTable } from 'drizzle-orm/pg-core';

/**
 * One row for each statement that changed what the grid filters by, written by a trigger; only the
 * newest are kept. Whoever finds the same rows as before knows that every number of contractors is
 * the same as before.
 */
export const contractorChanges = pgTable('contractor_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
});
