import { parentPort } from 'node:worker_threads';
import { copiedRows, type CopyQuery, type CopySource } from '../db/copy-rows.ts';
import { errorOf } from '../errors.ts';
import type { Batches, Cell, Column, Row } from './cells.ts';
import { csvPieces } from './csv.ts';
import { partPieces, type PartEnd } from './parts.ts';
import type { SheetFormat } from './spreadsheet.ts';
import { workbookPieces } from './workbook.ts';

/** A file that is made in the thread. */
export interface SheetOrder {
  source: CopySource;
  query: CopyQuery;
  format: SheetFormat;
  sheetName: string;
  columns: readonly Column[];
  /** For whoever makes cells of the rows. */
  facts: unknown;
  /** A part of a file: its rows are asked for at once, and written once it is told where it begins. */
  isPart?: boolean;
}

/** What the thread is told. */
export type Told =
  | { id: number; order: SheetOrder }
  /** Where a part begins: the one before it has ended. */
  | { id: number; begin: PartEnd }
  /** One more piece is wanted. */
  | { id: number; more: true }
  | { id: number; stop: true };

/** What it answers: a piece with the number of rows that were made so far, its end, or why it failed. */
export type Answered =
  | { id: number; piece: Uint8Array; rows: number }
  | { id: number; done: true; rows: number; end: PartEnd | undefined }
  | { id: number; failure: { message: string; code: string | undefined } };

/** Makes the cells of a statement's rows. */
export type ToCells = (facts: never) => (row: never) => Cell[];

/** For how long a file may be made, however slowly it is read. */
const longest = 1800;

class Making {
  readonly #stopped = new AbortController();
  #wanted = 0;
  #begin: PartEnd | undefined;
  #wake = (): void => {};
  rows = 0;
  /** How far the file has come, where it is made in parts. */
  end: PartEnd | undefined;

  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  more(): void {
    this.#wanted += 1;
    this.#wake();
  }

  begin(at: PartEnd): void {
    this.#begin = at;
    this.#wake();
  }

  stop(): void {
    this.#stopped.abort();
    this.#wake();
  }

  /** Resolves once one more piece is wanted; false when none ever is. */
  async isWanted(): Promise<boolean> {
    while (this.#wanted === 0 && !this.signal.aborted)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wanted -= 1;
    return !this.signal.aborted;
  }

  /** Resolves once it is known where the part begins; undefined when nobody wants it any more. */
  async begun(): Promise<PartEnd | undefined> {
    while (this.#begin === undefined && !this.signal.aborted)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.signal.aborted ? undefined : this.#begin;
  }
}

/**
 * Serves the thread that files are made in: rows come from a connection of its own and leave as the
 * bytes of a file, so that nobody who calls this process waits for them.
 */
export function serveSheets(toCells: ToCells): void {
  const port = parentPort;
  if (port === null) throw new Error('This program runs in a thread');
  const makings = new Map<number, Making>();
  const say = (answer: Answered, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(answer, transfer);
  const make = async (id: number, order: SheetOrder, making: Making): Promise<void> => {
    try {
      for await (const piece of piecesOf(order, making, toCells)) {
        if (!(await making.isWanted())) return;
        // A piece that is its buffer's only user leaves without being copied.
        const own = new Uint8Array(piece);
        say({ id, piece: own, rows: making.rows }, [own.buffer]);
      }
      say({ id, done: true, rows: making.rows, end: making.end });
    } catch (error) {
      const { message, code } = errorOf(error);
      say({ id, failure: { message, code } });
    } finally {
      makings.delete(id);
    }
  };
  port.on('message', (told: Told) => {
    const { id } = told;
    if ('order' in told) {
      const making = new Making();
      makings.set(id, making);
      void make(id, told.order, making);
    } else if ('more' in told) makings.get(id)?.more();
    else if ('begin' in told) makings.get(id)?.begin(told.begin);
    else makings.get(id)?.stop();
  });
}

function piecesOf(
  { source, query, format, sheetName, columns, facts, isPart = false }: SheetOrder,
  making: Making,
  toCells: ToCells,
): AsyncIterable<Uint8Array> {
  const { signal } = making;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever gives the order knows whose cells they are
  const cellsOf = toCells(facts as never);
  async function* batches(): AsyncGenerator<Row[]> {
    const copied = copiedRows({ source, query, signal, seconds: longest });
    for await (const rows of copied) {
      const cells: Row[] = [];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      for (const row of rows) cells.push(cellsOf(row as never));
      yield cells;
      making.rows += rows.length;
    }
  }
  if (isPart) return piecesOfPart({ format, columns }, making, batches());
  if (format === 'csv') return csvPieces(columns, batches());
  return workbookPieces({ name: sheetName, columns, batches: batches() });
}

/**
 * The statement begins while the part before is still being written: a part is sorted, so its first
 * row comes once all of them have been read.
 */
async function* piecesOfPart(
  sheet: Pick<SheetOrder, 'format' | 'columns'>,
  making: Making,
  rows: AsyncGenerator<Row[]>,
): AsyncGenerator<Uint8Array> {
  try {
    const first = await rows.next();
    const begin = await making.begun();
    if (begin === undefined) return;
    async function* batches(): Batches {
      if (first.done !== true) yield first.value;
      yield* rows;
    }
    const part = { ...sheet, batches: batches(), begin };
    yield* partPieces(part, (end) => (making.end = end));
  } finally {
    await rows.return(undefined);
  }
}
