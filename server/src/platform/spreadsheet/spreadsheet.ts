import { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import type { FileAnswer } from '../http/route.ts';
import type { Batches, Column } from './cells.ts';
import { csvPieces } from './csv.ts';
import { workbookPieces } from './workbook.ts';

export type SheetFormat = 'csv' | 'xlsx';

export interface Sheet {
  /** The file name without its extension. */
  fileName: string;
  sheetName: string;
  columns: readonly Column[];
  rows: Batches;
}

/** A streaming response, which its creator can watch and end. */
export interface Download extends FileAnswer {
  content: Readable;
}

export const sheetTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** The maximum rows of an Excel sheet below its titles. */
export const mostSheetRows = 1_048_575;

/** Throws `invalid` for a workbook with more rows than a sheet's limit. */
export function requireSheetRoom(format: SheetFormat, rows: number, most = mostSheetRows): void {
  if (format === 'csv' || rows <= most) return;
  const message = `An Excel file holds at most ${most.toLocaleString('en-US')} rows, and this export has more. Export it as CSV, or use filters to make it smaller.`;
  throw new AppError('invalid', { message, fields: { format: message } });
}

/**
 * A download generated while it is read: memory use doesn't grow with its rows. Call
 * `requireSheetRoom` first.
 */
export const spreadsheetAnswer = (
  format: SheetFormat,
  { fileName, ...sheet }: Sheet,
): Download => ({
  content: sheetContent(format, sheet),
  headers: {
    'content-type': sheetTypes[format],
    'content-disposition': `attachment; filename="${fileName}.${format}"`,
    'cache-control': 'no-store',
  },
});

/** A file's bytes, with rows read on demand. */
export const sheetContent = (
  format: SheetFormat,
  { sheetName, columns, rows }: Pick<Sheet, 'sheetName' | 'columns' | 'rows'>,
): Readable =>
  Readable.from(
    format === 'csv' ? csvPieces(columns, rows) : workbookPieces(sheetName, columns, rows),
    { objectMode: false },
  );

/** CSV (UTF-8), with rows read on demand. */
export const createCsv = (columns: readonly Column[], rows: Batches): Readable =>
  Readable.from(csvPieces(columns, rows), { objectMode: false });
