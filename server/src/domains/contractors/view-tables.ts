import { integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ContractorFilters, ContractorView } from '@lintel/contract/contractors/views';
import { users } from '../identity/tables.ts';

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id);

/** Named views that staff save: which rows, which columns, in which order. */
export const contractorViews = pgTable(
  'contractor_views',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    userId: userId(),
    name: text().notNull(),
    filters: jsonb().$type<ContractorFilters>().notNull(),
    columns: text().array().notNull(),
    order: text().$type<ContractorView['order']>().notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('contractor_views_name').on(table.userId, table.name)],
);

/** The columns that a staff member chose; without a row, all. */
export const contractorColumnChoices = pgTable('contractor_column_choices', {
  userId: userId().primaryKey(),
  columns: text().array().notNull(),
});
