import { CsvError, parse } from 'csv-parse/sync';

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
}

/** A row may have so many characters. */
const longestRow = 40_000;

/**
 * Reads a CSV file of another program: in UTF-8 or, as Excel writes it, in UTF-16 or Windows-1252,
 * with commas, semicolons or tabs between its cells.
 */
export function readCsv({ bytes, maxRows, maxColumns }: CsvInput): ReadCsv {
  const text = decoded(bytes);
  const rows: ReadCsv['rows'] = [];
  let line = 1;
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: longestRow,
      to: maxRows + 1,
      on_record: (record: string[], { lines }) => {
        const cells = record.slice(0, maxColumns).map((cell) => cell.trim());
        if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
        line = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows, hasMore: false, brokenAt: line };
  }
  return { rows: rows.slice(0, maxRows), hasMore: rows.length > maxRows, brokenAt: null };
}

/** What is not UTF-8 comes from a Windows program that writes in the letters of Western Europe. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The sign that stands most often in the first line, outside of quotation marks. */
function delimiterOf(text: string): string {
  const first = text.slice(0, longestRow).split(/\r\n|\r|\n/, 1)[0] ?? '';
  const bare = first.replace(/"[^"]*"/g, '');
  const count = (sign: string): number => bare.split(sign).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}
