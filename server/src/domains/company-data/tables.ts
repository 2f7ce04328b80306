import { bigint, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { files } from '../../platform/tables.ts';
import { contractors } from '../contractors/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The last export that a contractor's owner has asked for; one at a time is made. */
export const companyExports = pgTable('company_exports', {
  contractorId: integer('contractor_id')
    .primaryKey()
    .references(() => contractors.id),
  /** Another one with each time that it is asked for. */
  exportId: uuid('export_id').notNull(),
  state: text({ enum: ['preparing', 'ready', 'failed'] }).notNull(),
  askedBy: integer('asked_by').notNull(),
  askedAt: moment('asked_at').notNull(),
  /** How often it was begun: a process that dies while it writes counts, too. */
  tries: smallint().notNull().default(0),
  /** Null until it is ready, and once its file was removed. */
  fileKey: text('file_key').references(() => files.key, { onDelete: 'set null' }),
  bytes: bigint({ mode: 'number' }),
  readyAt: moment('ready_at'),
  expiresAt: moment('expires_at'),
});
