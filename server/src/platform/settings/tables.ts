import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** One record per named setting, e.g. `ServiceAgreementDate`. */
export const settings = pgTable('settings', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull().unique(),
  value: jsonb().notNull(),
  userId: integer('user_id'),
  lastEdit: timestamp('last_edit', { withTimezone: true }).notNull(),
});
