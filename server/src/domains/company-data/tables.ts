import { bigint, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { files } from '../../platform/tables.ts';
import { contractors } from '../contractors/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Each contractor's last requested export; one at a time is created. */
export const companyExports = pgTable('company_exports', {
  contractorId: integer('contractor_id')
    .primaryKey()
    .references(() => contractors.id),
  /** Changes with each request. */
  exportId: uuid('export_id').notNull(),
  state: text({ enum: ['preparing', 'ready', 'failed'] }).notNull(),
  askedBy: integer('asked_by').notNull(),
  askedAt: moment('asked_at').notNull(),
  /** Number of tries, including those whose process died. */
  tries: smallint().notNull().default(0),
  /** Null until it is ready, and once its file was deleted. */
  fileKey: text('file_key').references(() => files.key, { onDelete: 'set null' }),
  bytes: bigint({ mode: 'number' }),
  readyAt: moment('ready_at'),
  expiresAt: moment('expires_at'),
});
