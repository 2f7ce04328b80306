import { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import type { FileAnswer } from '../http/route.ts';
import type { Batches, Column } from './cells.ts';
import { csvPieces } from './csv.ts';
import { workbookPieces } from './workbook.ts';

export type SheetFormat = 'csv' | 'xlsx';

export interface Sheet {
  /** Of the file, without its ending. */
  fileName: string;
  sheetName: string;
  columns: readonly Column[];
  rows: Batches;
}

/** The answer as a stream, which its maker may watch and end. */
export interface Download extends FileAnswer {
  content: Readable;
}

export const sheetTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Rows that an Excel sheet holds below its titles. */
export const mostSheetRows = 1_048_575;

/** Throws `invalid` for a workbook of more rows than a sheet holds. */
export function requireSheetRoom(format: SheetFormat, rows: number, most = mostSheetRows): void {
  if (format === 'csv' || rows <= most) return;
  const message = `An Excel file holds at most ${most.toLocaleString('en-US')} rows, and this export has more. Export it as CSV, or use filters to make it smaller.`;
  throw new AppError('invalid', { message, fields: { format: message } });
}

/**
 * A download that is written while it is read: the memory it takes doesn't grow with its rows.
 * `requireSheetRoom` comes first.
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

/** The bytes of a file whose rows are pulled only as it is read. */
export const sheetContent = (
  format: SheetFormat,
  { sheetName, columns, rows }: Pick<Sheet, 'sheetName' | 'columns' | 'rows'>,
): Readable =>
  Readable.from(
    format === 'csv' ? csvPieces(columns, rows) : workbookPieces(sheetName, columns, rows),
    { objectMode: false },
  );

/** Comma-separated values (UTF-8) of rows that are pulled only as they are read. */
export const csvOf = (columns: readonly Column[], rows: Batches): Readable =>
  Readable.from(csvPieces(columns, rows), { objectMode: false });
