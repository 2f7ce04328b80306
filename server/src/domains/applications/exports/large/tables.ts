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

/** Filters and order of the report's rows. */
export interface RequestedRows {
  filter: ReportFilter;
  order: ReportOrder;
}

/** Report exports with too many rows for a direct download. */
export const applicationExports = pgTable(
  'application_exports',
  {
    contractorId: integer('contractor_id').notNull(),
    exportId: uuid('export_id').notNull(),
    /** The signed-in account: for a switched account, the staff member's. */
    askedBy: integer('asked_by').notNull(),
    askedAt: moment('asked_at').notNull(),
    format: text({ enum: exportFormats }).notNull(),
    /** With its extension. */
    fileName: text('file_name').notNull(),
    asked: jsonb().$type<RequestedRows>().notNull(),
    state: text({ enum: largeExportStates }).notNull(),
    rows: integer().notNull(),
    rowsMade: integer('rows_made').notNull().default(0),
    /** Run counter: a run with a lower number has been superseded. */
    runs: integer().notNull().default(0),
    /** Attempts since the request or the latest retry. */
    tries: smallint().notNull().default(0),
    /** Null until ready, and after expiration. */
    fileKey: text('file_key'),
    bytes: bigint({ mode: 'number' }),
    /** From then on it is `expired`; until it is ready, the time when it is abandoned. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.exportId] }),
    index('application_exports_asked').on(table.contractorId, table.askedBy, table.askedAt),
  ],
);
