import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import type { FileAnswer } from '../http/route.ts';

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

/** What a column holds: `money` are dollars, a `day` is `yyyy-mm-dd`. An empty cell is null. */
export interface Column {
  header: string;
  kind: 'text' | 'money' | 'number' | 'day';
  /** About so many characters wide. */
  width?: number;
}
export type Cell = string | number | null;
export type Row = readonly Cell[];

/** How a formula begins, also in full width, which some programs read as the narrow sign. */
const sign = '=+\\-@＝＋－＠';
const formula = new RegExp(`^[\\s";]*[${sign}]|^[\\t\\r;]`, 'u');
/**
 * A formula at the beginning of what another program takes for a cell: behind a semicolon, a tab or
 * the end of a line.
 */
const inside = new RegExp(`(?<=[;\\t\\r\\n][\\s"]*)[${sign}]`, 'gu');

/**
 * A text that no spreadsheet takes for a formula: one that starts like a formula gets an apostrophe
 * before it, also when white space or a quotation mark comes first, because some programs trim
 * before they look.
 */
export const harmless = (text: string): string => (formula.test(text) ? `'${text}` : text);

/**
 * The same for lines of text whose parts are found by a sign between them. Where semicolons or tabs
 * part the cells of a list, a program reads commas and quotation marks in the middle as plain
 * signs, so that a formula could begin within a text.
 */
export const harmlessInLines = (text: string): string => harmless(text).replace(inside, "'$&");

/**
 * The cell as it is written: only what people have typed can be a formula, not the numbers and days
 * of ours.
 */
export const safeCell = (column: Column | undefined, cell: Cell): Cell =>
  typeof cell === 'string' && column?.kind !== 'day' ? harmless(cell) : cell;

/** Lines are gathered to pieces of about this many characters. */
const pieceSize = 16_384;
/** With it Excel reads UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * Comma-separated values (RFC 4180, UTF-8) of rows that are pulled only as they are read. Days are
 * written `mm/dd/yyyy`, money with two decimals and without signs.
 */
export const csvOf = (columns: readonly Column[], rows: AsyncIterable<Row>): Readable =>
  Readable.from(piecesOf(columns, rows), { objectMode: false });

async function* piecesOf(
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<string> {
  let piece = `${byteOrderMark}${columns.map(({ header }) => quoted(header)).join(',')}\r\n`;
  for await (const row of rows) {
    piece += lineOf(columns, row);
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** Written without an array in between: an export has millions of cells. */
function lineOf(columns: readonly Column[], row: Row): string {
  let line = '';
  for (let index = 0; index < row.length; index += 1) {
    if (index > 0) line += ',';
    line += textOf(columns[index], row[index] ?? null);
  }
  return `${line}\r\n`;
}

function textOf(column: Column | undefined, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return column?.kind === 'money' ? cell.toFixed(2) : String(cell);
  if (column?.kind === 'day') return cell.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
  return quoted(harmlessInLines(cell));
}

const quoted = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package declares the same class by the types of browsers
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
