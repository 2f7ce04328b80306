import { harmlessInLines, type Batches, type Cell, type Column, type Row } from './cells.ts';

/** Lines are gathered to pieces of about this many characters. */
const pieceSize = 65_536;
/** With it Excel reads UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * The pieces of a file of comma-separated values (RFC 4180). Days are written `mm/dd/yyyy`, money
 * with two decimals and without signs. What goes on with a file has no titles.
 */
export async function* csvPieces(
  columns: readonly Column[],
  batches: Batches,
  { titles = true }: { titles?: boolean } = {},
): AsyncGenerator<Buffer> {
  let piece = titles
    ? `${byteOrderMark}${columns.map(({ header }) => quoted(header)).join(',')}\r\n`
    : '';
  for await (const rows of batches)
    for (const row of rows) {
      piece += lineOf(columns, row);
      if (piece.length < pieceSize) continue;
      yield Buffer.from(piece);
      piece = '';
    }
  yield Buffer.from(piece);
}

/** Written without an array in between: an export has millions of cells. */
function lineOf(columns: readonly Column[], row: Row): string {
  let line = '';
  for (let index = 0; index < row.length; index += 1) {
    if (index > 0) line += ',';
    const cell = row[index] ?? null;
    if (cell !== null) line += textOf(columns[index], cell);
  }
  return `${line}\r\n`;
}

/** Most texts begin with a letter or a digit and hold nothing that any program could misread. */
const plain = /^[a-zA-Z0-9][^",;\t\r\n]*$/;

function textOf(column: Column | undefined, cell: NonNullable<Cell>): string {
  if (typeof cell === 'number') return column?.kind === 'money' ? cell.toFixed(2) : String(cell);
  if (column?.kind === 'day') return `${cell.slice(5, 7)}/${cell.slice(8)}/${cell.slice(0, 4)}`;
  return plain.test(cell) ? cell : quoted(harmlessInLines(cell));
}

const quoted = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
