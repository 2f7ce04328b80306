import { Readable } from 'node:stream';
import { harmlessInLines, type Cell, type Column, type Row } from './cells.ts';

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
