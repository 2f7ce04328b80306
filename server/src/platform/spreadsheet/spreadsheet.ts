import type { Readable } from 'node:stream';
import type { FileAnswer } from '../http/route.ts';
import type { Column, Row } from './cells.ts';
import { csvOf } from './csv.ts';
import { xlsxOf } from './xlsx.ts';

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

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/**
 * A download that is written while it is read: what it takes of memory does not grow with its rows.
 */
export function spreadsheetAnswer(
  format: keyof typeof types,
  { fileName, sheetName, columns, rows }: Sheet,
): Download {
  return {
    content: format === 'csv' ? csvOf(columns, rows) : xlsxOf(sheetName, columns, rows),
    headers: {
      'content-type': types[format],
      'content-disposition': `attachment; filename="${fileName}.${format}"`,
      'cache-control': 'no-store',
    },
  };
}
