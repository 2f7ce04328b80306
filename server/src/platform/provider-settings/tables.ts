import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Settings that were changed in the portal. A cleared setting keeps its row, so that versions only
 * grow.
 */
export const providerSettings = pgTable('provider_settings', {
  name: text().primaryKey(),
  /** Null for a cleared setting, and for a secret. */
  value: text(),
  /** An encrypted secret. */
  sealed: text(),
  version: integer().notNull().default(0),
  userId: integer('user_id'),
  lastEdit: timestamp('last_edit', { withTimezone: true }),
});
