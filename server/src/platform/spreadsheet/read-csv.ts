import { CsvError, parse } from 'csv-parse/sync';
import { decodedText } from './decode-text.ts';

export interface CsvInput {
  bytes: Uint8Array;
  /** The maximum rows to read, including the header; more are only reported. */
  maxRows: number;
  maxColumns: number;
}

export interface ReadCsv {
  /** Each row with its first line number; rows without text are skipped. */
  rows: { line: number; cells: string[] }[];
  hasMore: boolean;
  /** The first unparsable line; null for none. */
  brokenAt: number | null;
  /** The line with a zero byte, which text never has; null for none. */
  zeroAt: number | null;
}

/** The maximum characters of a row. */
const longestRow = 40_000;

/**
 * Reads a CSV file from another program: in UTF-8 or, as Excel writes it, in UTF-16, Windows-1252,
 * or Mac Roman, delimited by commas, semicolons, or tabs.
 */
export function readCsv({ bytes, maxRows, maxColumns }: CsvInput): ReadCsv {
  const whole = decodedText(bytes);
  const zero = whole.indexOf('\0');
  if (zero !== -1)
    return { rows: [], hasMore: false, brokenAt: null, zeroAt: lineNumber(whole.slice(0, zero)) };
  const named = namedDelimiter.exec(whole);
  const text = named === null ? whole : whole.slice(named[0].length);
  const before = named === null ? 0 : 1;
  const rows: ReadCsv['rows'] = [];
  let line = 1 + before;
  try {
    parse(text, {
      delimiter: named?.[1] ?? detectDelimiter(text),
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

const lineNumber = (before: string): number => before.split(/\r\n|\r|\n/).length;

/** The first lines used to detect the delimiter: titles above the header have none. */
const tellingLines = 12;

/** The most frequent delimiter in the first lines, outside of quotation marks. */
function detectDelimiter(text: string): string {
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
