import { harmlessInLines, type Batches, type Cell, type Column, type Row } from './cells.ts';

/** Lines are joined into chunks of about this many characters. */
const pieceSize = 65_536;
/** Excel needs it to detect UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * The chunks of a CSV file (RFC 4180). Days are `mm/dd/yyyy`; money has two decimals and no
 * currency symbol.
 */
export async function* csvPieces(
  columns: readonly Column[],
  batches: Batches,
): AsyncGenerator<Buffer> {
  let piece = `${byteOrderMark}${columns.map(({ header }) => quoted(header)).join(',')}\r\n`;
  for await (const rows of batches)
    for (const row of rows) {
      piece += `${csvLine(columns, row)}\r\n`;
      if (piece.length < pieceSize) continue;
      yield Buffer.from(piece);
      piece = '';
    }
  yield Buffer.from(piece);
}

const csvLine = (columns: readonly Column[], row: Row): string =>
  row.map((cell, index) => (cell === null ? '' : cellText(columns[index], cell))).join(',');

/** Most texts start with a letter or digit and contain nothing that a program could misread. */
const plain = /^[a-zA-Z0-9][^",;\t\r\n]*$/;
/** The same, with commas. */
const withCommas = /^[a-zA-Z0-9][^";\t\r\n]*$/;

function cellText(column: Column | undefined, cell: NonNullable<Cell>): string {
  if (typeof cell === 'number') return numberText(column, cell);
  if (column?.kind === 'day') return `${cell.slice(5, 7)}/${cell.slice(8)}/${cell.slice(0, 4)}`;
  if (plain.test(cell)) return cell;
  return withCommas.test(cell) ? `"${cell}"` : quoted(harmlessInLines(cell));
}

function numberText(column: Column | undefined, cell: number): string {
  if (column?.kind !== 'money') return String(cell);
  // Most amounts are whole dollars; skipping toFixed is about ten times faster.
  return Number.isSafeInteger(cell) ? `${cell}.00` : cell.toFixed(2);
}

const quoted = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
