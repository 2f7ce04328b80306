import { Readable } from 'node:stream';
import type { FileAnswer } from '../http/route.ts';
import { gathered, type Column, type Row } from './cells.ts';
import { csvPieces } from './csv.ts';
import { workbookPieces } from './workbook.ts';

export type SheetFormat = 'csv' | 'xlsx';

export interface Sheet {
  /** Of the file, without its ending, and of the sheet. */
  fileName: string;
  sheetName: string;
  columns: readonly Column[];
  rows: AsyncIterable<Row>;
}

/** The answer as a stream, which its maker may watch and end. */
export interface Download extends FileAnswer {
  content: Readable;
}

export const sheetTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** What a file of this format and name, without its ending, is answered with. */
export const headersOf = (format: SheetFormat, fileName: string) => ({
  'content-type': sheetTypes[format],
  'content-disposition': `attachment; filename="${fileName}.${format}"`,
  'cache-control': 'no-store',
});

/**
 * A download that is written while it is read: what it takes of memory does not grow with its rows.
 */
export function spreadsheetAnswer(
  format: SheetFormat,
  { fileName, sheetName, columns, rows }: Sheet,
): Download {
  return {
    content: format === 'csv' ? csvOf(columns, rows) : xlsxOf(sheetName, columns, rows),
    headers: headersOf(format, fileName),
  };
}

/**
 * Comma-separated values (UTF-8) of rows that are pulled only as they are read.
 */
export const csvOf = (columns: readonly Column[], rows: AsyncIterable<Row>): Readable =>
  Readable.from(csvPieces(columns, gathered(rows)), { objectMode: false });

/** A workbook of rows that are pulled only as they are read. */
export const xlsxOf = (
  name: string,
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
): Readable =>
  Readable.from(workbookPieces({ name, columns, batches: gathered(rows) }), { objectMode: false });
