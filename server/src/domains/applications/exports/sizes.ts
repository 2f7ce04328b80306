import { mostRowsAtOnce } from '@lintel/contract/applications/large-exports';
import type { Context } from '../../../platform/context.ts';
import { mostSheetRows } from '../../../platform/spreadsheet/spreadsheet.ts';

/** Row limits of exports; tests use smaller ones. */
export interface ExportSizes {
  /** A job makes exports with more rows than this. */
  mostRowsAtOnce: number;
  /** Most rows in a workbook. */
  mostSheetRows: number;
  /** Rows between progress updates of a large export. */
  progressRows: number;
}

export const exportSizes = ({ exports }: Context): ExportSizes => ({
  mostRowsAtOnce,
  mostSheetRows,
  progressRows: 10_000,
  ...exports,
});
