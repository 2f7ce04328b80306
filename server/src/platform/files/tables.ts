import { boolean, doublePrecision, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What is known of a stored file. The bytes are in the file store under the same key. */
export const files = pgTable('files', {
  key: text().primaryKey(),
  contentType: text('content_type').notNull(),
  bytes: integer().notNull(),
  /** Public files are served to anybody who knows the key. */
  isPublic: boolean('is_public').notNull().default(false),
  contractorId: integer('contractor_id'),
  /** How long a film is, as its file says. */
  seconds: doublePrecision(),
  originalName: text('original_name').notNull().default(''),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
