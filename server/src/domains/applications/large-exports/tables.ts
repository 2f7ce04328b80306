import {
  bigint,
  foreignKey,
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
import type { PartEnd } from '../../../platform/spreadsheet/parts.ts';
import type { ReportFilter, ReportOrder } from '../report-repository.ts';

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
    /** When it was settled which rows it has, and as of when they are told. */
    asOf: moment('as_of'),
    rows: integer().notNull(),
    rowsMade: integer('rows_made').notNull().default(0),
    /** How often it was gone on with: who has another number was overtaken. */
    runs: integer().notNull().default(0),
    /** How often since it last came further. */
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

/** The parts that a large export is made in, as long as it is being made. */
export const applicationExportParts = pgTable(
  'application_export_parts',
  {
    contractorId: integer('contractor_id').notNull(),
    exportId: uuid('export_id').notNull(),
    /** From 0. */
    part: integer().notNull(),
    /** Of its applications, in their order. */
    ids: bigint({ mode: 'number' }).array().notNull(),
    /** Null until it was made. */
    fileKey: text('file_key'),
    bytes: bigint({ mode: 'number' }),
    /** How far the file has come with it. */
    end: jsonb('file_end').$type<PartEnd>(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.exportId, table.part] }),
    foreignKey({
      name: 'application_export_parts_export',
      columns: [table.contractorId, table.exportId],
      foreignColumns: [applicationExports.contractorId, applicationExports.exportId],
    }).onDelete('cascade'),
  ],
);
