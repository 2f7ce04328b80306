import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { toDollars } from './money.ts';
import type { Cell, Column, Row } from './spreadsheet/cells.ts';

/**
 * Rows that a domain keeps of a contractor, as the contractor may read them: a table of the export
 * of everything. Never secrets, and nothing of others.
 */
export interface OwnTable {
  /** Of the file, without its ending. */
  name: string;
  /** What it tells, in a sentence. */
  about: string;
  columns: readonly Column[];
  rows(contractorId: number): AsyncIterable<Row>;
}

/** A document; null where it cannot be read. */
export interface OwnFile {
  /** Of letters, digits, dashes, dots and underscores. */
  name: string;
  content(): Promise<Buffer | Readable | null>;
}

/** Documents of one kind, which lie in one folder of the export. */
export interface OwnFiles {
  folder: string;
  about: string;
  files(contractorId: number): AsyncIterable<OwnFile>;
}

/** What a domain gives to the export of everything of a contractor. */
export interface OwnData {
  tables?: readonly OwnTable[];
  files?: readonly OwnFiles[];
}

/** A column with what stands in it. */
export interface OwnColumn<Item> extends Column {
  value(item: Item): Cell;
}

/** A table whose columns say what stands in them. */
export const ownTable = <Item>({
  columns,
  read,
  ...table
}: Pick<OwnTable, 'name' | 'about'> & {
  columns: readonly OwnColumn<Item>[];
  read(contractorId: number): AsyncIterable<Item> | PromiseLike<readonly Item[]>;
}): OwnTable => ({
  ...table,
  columns,
  rows: async function* (contractorId) {
    const items = read(contractorId);
    for await (const item of Symbol.asyncIterator in items ? items : await items)
      yield columns.map(({ value }) => value(item));
  },
});

/** Rows that are made at a stretch: everybody else's calls are not to wait for all of them. */
const turnSize = 100;

/** The items of batches one by one. */
export async function* onceEach<Item>(
  batches: AsyncIterable<readonly Item[]>,
): AsyncGenerator<Item> {
  for await (const items of batches)
    for (const [index, item] of items.entries()) {
      if (index % turnSize === 0) await setImmediate();
      yield item;
    }
}

const text = <Item>(header: string, value: (item: Item) => string | null): OwnColumn<Item> => ({
  header,
  kind: 'text',
  value,
});
const number = <Item>(header: string, value: (item: Item) => number | null): OwnColumn<Item> => ({
  header,
  kind: 'number',
  value,
});
/** Of cents. */
const dollars = <Item>(header: string, value: (item: Item) => number | null): OwnColumn<Item> => ({
  header: `${header} (USD)`,
  kind: 'money',
  value: (item) => {
    const cents = value(item);
    return cents === null ? null : toDollars(cents);
  },
});
const yesNo = <Item>(header: string, value: (item: Item) => boolean): OwnColumn<Item> =>
  text(header, (item) => (value(item) ? 'Yes' : 'No'));
/** A moment in UTC, to the second: `2026-11-23T13:15:02Z`. */
const moment = <Item>(header: string, value: (item: Item) => Date | null): OwnColumn<Item> =>
  text(
    `${header} (UTC)`,
    (item) =>
      value(item)
        ?.toISOString()
        .replace(/\.\d+Z$/, 'Z') ?? null,
  );

/** Columns by what they hold. */
export const column = { text, number, dollars, yesNo, moment };

/** Rows that a page at a time of a list is read of. */
const pageSize = 200;

/** All rows of a list that is read by pages, as the screens read it. */
export async function* allPages<Item>(
  read: (view: { page: number; limit: number }) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (let page = 1; ; page += 1) {
    const items = await read({ page, limit: pageSize });
    yield* items;
    if (items.length < pageSize) return;
  }
}
