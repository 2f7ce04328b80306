import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { contractors } from '../../contractors/tables.ts';
import { moment } from '../columns.ts';
import { refunds } from '../payments/tables.ts';

/**
 * A claim for the refund that the service agreement promises when applications get no loan options.
 */
export const guaranteeClaims = pgTable(
  'guarantee_claims',
  {
    id: integer().notNull().generatedByDefaultAsIdentity({ startWith: 100 }),
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
    refundId: integer('refund_id'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'guarantee_claims_refund',
      columns: [table.contractorId, table.refundId],
      foreignColumns: [refunds.contractorId, refunds.id],
    }),
    // Staff and jobs identify a claim by its number alone.
    index('guarantee_claims_id').on(table.id),
    uniqueIndex('guarantee_claims_open')
      .on(table.contractorId)
      .where(sql`state = 'open'`),
    index('guarantee_claims_state').on(table.state, table.openedAt),
  ],
);
