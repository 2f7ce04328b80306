import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { toDollars } from './money.ts';
import type { Cell, Column, Row } from './spreadsheet/cells.ts';

/**
 * A contractor's rows in a domain, readable for the contractor: a table of the full export.
 * Contains no secrets and no other contractor's data.
 */
export interface OwnTable {
  /** The file name without its extension. */
  name: string;
  /** A one-sentence description. */
  about: string;
  columns: readonly Column[];
  rows(contractorId: number): AsyncIterable<Row>;
}

/** A document; null when it can't be read. */
export interface OwnFile {
  /** Letters, digits, dashes, dots, and underscores. */
  name: string;
  content(): Promise<Buffer | Readable | null>;
}

/** Documents of one kind, in one folder of the export. */
export interface OwnFiles {
  folder: string;
  about: string;
  files(contractorId: number): AsyncIterable<OwnFile>;
}

/** A domain's contribution to a contractor's full export. */
export interface OwnData {
  tables?: readonly OwnTable[];
  files?: readonly OwnFiles[];
}

/** A column with its value. */
export interface OwnColumn<Item> extends Column {
  value(item: Item): Cell;
}

/** A table defined by its columns. */
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

/** Rows created without yielding, so that other calls don't have to wait for all of them. */
const turnSize = 100;

/** Flattens batches into single items. */
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
/** From cents. */
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

/** Columns by type. */
export const column = { text, number, dollars, yesNo, moment };

/** Rows per page of a list. */
const pageSize = 200;

/** All rows of a paged list, read as the screens read it. */
export async function* allPages<Item>(
  read: (view: { page: number; limit: number }) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (let page = 1; ; page += 1) {
    const items = await read({ page, limit: pageSize });
    yield* items;
    if (items.length < pageSize) return;
  }
}
