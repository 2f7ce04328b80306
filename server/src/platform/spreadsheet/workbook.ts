import { writeXlsxStream } from 'hucre/xlsx';
import type { Batches, Cell, Column } from './cells.ts';

const formats: Partial<Record<Column['kind'], string>> = { day: 'mm/dd/yyyy', money: '#,##0.00' };

/** The chunks of a one-sheet workbook, with rows read on demand and frozen titles. */
export async function* workbookPieces(
  name: string,
  columns: readonly Column[],
  batches: Batches,
): AsyncGenerator<Uint8Array> {
  const rows = iterateRows(columns, batches);
  try {
    // Fail before the first byte when rows can't be read, while the response can still be an error.
    const first = await rows.next();
    const all = async function* () {
      if (first.done !== true) yield first.value;
      yield* rows;
    };
    yield* writeXlsxStream(all(), {
      name,
      columns: columns.map(({ header, kind, width = 16 }) => {
        const numFmt = formats[kind];
        return { header, width, ...(numFmt !== undefined && { numFmt }) };
      }),
      freezePane: { rows: 1 },
    });
  } finally {
    await rows.return(undefined);
  }
}

type Value = string | number | Date | null;

async function* iterateRows(columns: readonly Column[], batches: Batches): AsyncGenerator<Value[]> {
  for await (const rows of batches)
    for (const row of rows) yield row.map((cell, index) => cellValue(columns[index]?.kind, cell));
}

function cellValue(kind: Column['kind'] | undefined, cell: Cell): Value {
  if (cell === null || cell === '' || typeof cell === 'number') return cell === '' ? null : cell;
  return kind === 'day' ? new Date(`${cell}T00:00:00Z`) : written(cell);
}

/** The maximum UTF-16 code units of a cell; Excel refuses to open files with longer ones. */
const longestCell = 32_767;
const cutMark = ' … [cut: Excel cells hold 32,767 characters; the CSV export has the full text]';

/** Text that isn't a valid XML character gets the form in which Excel stores it: `_xFFFE_`. */
const unwritable =
  /[\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
/** Typed text that Excel would read as that form. */
const numbered = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** Strings become text cells, which no spreadsheet runs as a formula, so they need no apostrophe. */
function written(text: string): string {
  const fitting =
    text.length > longestCell
      ? `${text.slice(0, longestCell - cutMark.length).replace(/[\uD800-\uDBFF]$/, '')}${cutMark}`
      : text;
  return fitting
    .replace(numbered, '_x005F_')
    .replace(unwritable, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase()}_`);
}
