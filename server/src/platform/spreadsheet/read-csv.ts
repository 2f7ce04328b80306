import { CsvError, parse } from 'csv-parse/sync';
import { decodedText } from './decode-text.ts';

export interface CsvInput {
  bytes: Uint8Array;
  /** Rows that are read, the headings among them; of more it says only that there are more. */
  maxRows: number;
  maxColumns: number;
}

export interface ReadCsv {
  /** Each row with the line of the file that it begins in; rows without any text are left out. */
  rows: { line: number; cells: string[] }[];
  hasMore: boolean;
  /** The line from which on it cannot be read; null where it can. */
  brokenAt: number | null;
  /** The line with a zero byte, which no text has; null where there is none. */
  zeroAt: number | null;
}

/** A row may have so many characters. */
const longestRow = 40_000;

/**
 * Reads a CSV file of another program: in UTF-8 or, as Excel writes it, in UTF-16, Windows-1252, or
 * Mac Roman, with commas, semicolons or tabs between its cells.
 */
export function readCsv({ bytes, maxRows, maxColumns }: CsvInput): ReadCsv {
  const whole = decodedText(bytes);
  const zero = whole.indexOf('\0');
  if (zero !== -1)
    return { rows: [], hasMore: false, brokenAt: null, zeroAt: lineOf(whole.slice(0, zero)) };
  const named = namedDelimiter.exec(whole);
  const text = named === null ? whole : whole.slice(named[0].length);
  const before = named === null ? 0 : 1;
  const rows: ReadCsv['rows'] = [];
  let line = 1 + before;
  try {
    parse(text, {
      delimiter: named?.[1] ?? delimiterOf(text),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: longestRow,
      to: maxRows + 1,
      on_record: (record: string[], { lines }) => {
        const cells = record.slice(0, maxColumns).map((cell) => cell.trim());
        if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
        line = lines + before + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows, hasMore: false, brokenAt: line, zeroAt: null };
  }
  return {
    rows: rows.slice(0, maxRows),
    hasMore: rows.length > maxRows,
    brokenAt: null,
    zeroAt: null,
  };
}

const lineOf = (before: string): number => before.split(/\r\n|\r|\n/).length;

/** So many first lines tell what stands between the cells: titles above the headings have nothing. */
const tellingLines = 12;

/** The sign that most often stands between cells at the top, outside of quotation marks. */
function delimiterOf(text: string): string {
  const bare = text
    .slice(0, longestRow)
    .split(/\r\n|\r|\n/, tellingLines)
    .join('\n')
    .replace(/"[^"]*"/g, '');
  const count = (sign: string): number => bare.split(sign).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}

/** Excel's first line that names the delimiter: `sep=;`. */
const namedDelimiter = /^\uFEFF?"?sep=(.)"?[,;\t]*(?:\r\n|\r|\n)/i;
