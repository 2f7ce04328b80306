import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import { safeCell, type Cell, type Column, type Row } from './cells.ts';

const formats: Record<Column['kind'], string | undefined> = {
  text: undefined,
  number: undefined,
  money: '#,##0.00',
  day: 'mm/dd/yyyy',
};

/**
 * A workbook for Excel with one sheet of rows that are pulled only as they are read; the titles
 * stay in view. More rows than Excel takes go on in further sheets.
 */
export function xlsxOf(
  name: string,
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
): Readable {
  const stream = writeXlsxStream(cellsOf(columns, rows), {
    name,
    columns: columns.map(({ header, kind, width = 16 }) => {
      const numFmt = formats[kind];
      return { header, width, ...(numFmt !== undefined && { numFmt }) };
    }),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(stream as ReadableStream);
}

async function* cellsOf(
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<(Cell | Date)[]> {
  for await (const row of rows) yield row.map((cell, index) => valueOf(columns[index], cell));
}

/** A day is a number of days to Excel; the library makes it from midnight UTC. */
const valueOf = (column: Column | undefined, cell: Cell): Cell | Date =>
  typeof cell === 'string' && column?.kind === 'day'
    ? new Date(`${cell}T00:00:00Z`)
    : safeCell(column, cell);
