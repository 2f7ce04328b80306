import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { exportFormats } from '@lintel/contract/applications/report';
import { largeExportStates } from '@lintel/contract/applications/large-exports';
import type { ReportFilter, ReportOrder } from '../../contractor-view/index.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Which rows of the report, in which order. */
export interface AskedRows {
  filter: ReportFilter;
  order: ReportOrder;
}

/** Exports of the report that have too many rows to be made while somebody waits. */
export const applicationExports = pgTable(
  'application_exports',
  {
    contractorId: integer('contractor_id').notNull(),
    exportId: uuid('export_id').notNull(),
    /** The account that signed in: while switched, that of staff. */
    askedBy: integer('asked_by').notNull(),
    askedAt: moment('asked_at').notNull(),
    format: text({ enum: exportFormats }).notNull(),
    /** With its ending. */
    fileName: text('file_name').notNull(),
    asked: jsonb().$type<AskedRows>().notNull(),
    state: text({ enum: largeExportStates }).notNull(),
    rows: integer().notNull(),
    rowsMade: integer('rows_made').notNull().default(0),
    /** How often it was begun: a run with a lower number was overtaken. */
    runs: integer().notNull().default(0),
    /** Attempts since it was requested, or retried after a failure. */
    tries: smallint().notNull().default(0),
    /** Null until it is ready, and once it has expired. */
    fileKey: text('file_key'),
    bytes: bigint({ mode: 'number' }),
    /** From then on it is `expired`; until it is ready, when it is given up. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.exportId] }),
    index('application_exports_asked').on(table.contractorId, table.askedBy, table.askedAt),
  ],
);
