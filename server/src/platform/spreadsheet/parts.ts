import { constants, crc32, deflateRawSync } from 'node:zlib';
import { compressedEntry, deflated, joinedZip } from '../archive/joined-zip.ts';
import type { Batches, Column } from './cells.ts';
import { csvPieces } from './csv.ts';
import type { SheetFormat } from './spreadsheet.ts';
import {
  frameOf,
  level,
  longestSheet,
  rowsOfExcel,
  sheetHead,
  sheetPath,
  sheetRows,
  sheetTail,
} from './workbook.ts';

/** How far a file has come that is made in parts, one after the other. */
export interface PartEnd {
  /** The sheet that was written last, from 1. */
  sheet: number;
  /** Rows in it, without its titles. */
  rows: number;
  /** Its text so far: how many bytes it has before it is compressed, and its checksum. */
  raw: number;
  crc: number;
}

/** Before the first part. */
export const noParts: PartEnd = { sheet: 1, rows: 0, raw: 0, crc: 0 };

/** Where a part of so many rows begins: in a sheet of its own when the last one has no room. */
export const beginOf = (format: SheetFormat, before: PartEnd, rows: number): PartEnd =>
  format === 'xlsx' && (before.rows + rows + 1 > rowsOfExcel || before.raw > longestSheet)
    ? { ...noParts, sheet: before.sheet + 1 }
    : before;

interface Part {
  format: SheetFormat;
  columns: readonly Column[];
  batches: Batches;
  begin: PartEnd;
}

/**
 * The bytes of a part of a file; `onEnd` is told how far the file has come with it. The part of a
 * workbook is a piece of a sheet's deflated stream, complete but for the end of that stream.
 */
export async function* partPieces(
  part: Part,
  onEnd: (end: PartEnd) => void,
): AsyncGenerator<Uint8Array> {
  const end = { ...part.begin };
  async function* counted(): Batches {
    for await (const rows of part.batches) {
      end.rows += rows.length;
      yield rows;
    }
  }
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const piece of textOf({ ...part, batches: counted() })) {
      end.raw += piece.length;
      end.crc = crc32(piece, end.crc);
      yield piece;
    }
  }
  // Without the mark of the stream's end, so that the next part goes on behind it.
  const open = { level, finishFlush: constants.Z_SYNC_FLUSH };
  yield* part.format === 'csv' ? measured() : deflated(measured(), open);
  onEnd(end);
}

async function* textOf({ format, columns, batches, begin }: Part): AsyncGenerator<Buffer> {
  // Whoever was removed meanwhile may have left a part without rows: what was written tells.
  const isFirst = begin.raw === 0;
  if (format === 'csv') return yield* csvPieces(columns, batches, { titles: isFirst });
  if (isFirst) yield Buffer.from(sheetHead(columns));
  yield* sheetRows(columns, batches, begin.rows + 2);
}

/** A part that was made. */
export interface MadePart {
  bytes: number;
  end: PartEnd;
  read(): AsyncIterable<Uint8Array>;
}

/** The whole file of its parts, of which there is at least one. */
export function joinedParts(
  format: SheetFormat,
  sheetName: string,
  parts: readonly MadePart[],
): AsyncIterable<Uint8Array> {
  return format === 'csv' ? readAll(parts) : joinedZip(workbookEntries(sheetName, parts));
}

async function* readAll(parts: readonly MadePart[]): AsyncGenerator<Uint8Array> {
  for (const { bytes, read } of parts) {
    let length = 0;
    for await (const piece of read()) {
      length += piece.length;
      yield piece;
    }
    if (length !== bytes) throw new Error(`A part has ${length} bytes instead of ${bytes}`);
  }
}

function workbookEntries(name: string, parts: readonly MadePart[]) {
  const sheets = new Map<number, MadePart[]>();
  for (const part of parts)
    sheets.set(part.end.sheet, [...(sheets.get(part.end.sheet) ?? []), part]);
  const tail = Buffer.from(sheetTail);
  const entries = [...sheets].map(([sheet, own]) => {
    const { raw, crc } = own.at(-1)?.end ?? noParts;
    const last = deflateRawSync(tail);
    return {
      name: sheetPath(sheet),
      raw: raw + tail.length,
      crc: crc32(tail, crc),
      bytes: own.reduce((sum, { bytes }) => sum + bytes, last.length),
      content: followed(readAll(own), last),
    };
  });
  const frame = [...frameOf(name, sheets.size)].map(([path, text]) => compressedEntry(path, text));
  return [...entries, ...frame];
}

async function* followed(
  pieces: AsyncIterable<Uint8Array>,
  last: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield* pieces;
  yield last;
}
