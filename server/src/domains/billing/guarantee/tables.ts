import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { contractors } from '../../contractors/tables.ts';
import { moment } from '../columns.ts';
import { refunds } from '../payments/tables.ts';

/**
 * A claim of the refund that the service agreement promises when applications bring no loan
 * options.
 */
export const guaranteeClaims = pgTable(
  'guarantee_claims',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    state: text({ enum: ['open', 'approved', 'declined'] })
      .notNull()
      .default('open'),
    windowStart: moment('window_start').notNull(),
    windowEnd: moment('window_end').notNull(),
    applicationIds: bigint('application_ids', { mode: 'number' }).array().notNull(),
    openedBy: integer('opened_by').notNull(),
    openedAt: moment('opened_at').notNull(),
    decidedBy: integer('decided_by'),
    decidedAt: moment('decided_at'),
    note: text().notNull().default(''),
    refundId: integer('refund_id').references(() => refunds.id),
  },
  (table) => [
    uniqueIndex('guarantee_claims_open')
      .on(table.contractorId)
      .where(sql`state = 'open'`),
    index('guarantee_claims_state').on(table.state, table.openedAt),
  ],
);
