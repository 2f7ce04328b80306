/** What a column holds: `money` are dollars, a `day` is `yyyy-mm-dd`. An empty cell is null. */
export interface Column {
  header: string;
  kind: 'text' | 'money' | 'number' | 'day';
  /** About so many characters wide. */
  width?: number;
}
export type Cell = string | number | null;
export type Row = readonly Cell[];
/** Rows as they are read, several at a time. */
export type Batches = AsyncIterable<readonly Row[]>;

/** How a formula begins, also in full width, which some programs read as the narrow sign. */
const sign = '=+\\-@＝＋－＠';
const formula = new RegExp(`^[\\s";]*[${sign}]|^[\\t\\r;]`, 'u');
/**
 * A formula at the beginning of what another program takes for a cell: behind a semicolon, a tab or
 * the end of a line.
 */
const inside = new RegExp(`(?<=[;\\t\\r\\n][\\s"]*)[${sign}]`, 'gu');
/** Whether there is one: looking backwards takes several times as long. */
const hasInside = new RegExp(`[;\\t\\r\\n][\\s"]*[${sign}]`, 'u');

/**
 * A text that no spreadsheet takes for a formula: one that starts like a formula gets an apostrophe
 * before it, also when white space or a quotation mark comes first, because some programs trim
 * before they look.
 */
export const harmless = (text: string): string => (formula.test(text) ? `'${text}` : text);

/**
 * The same for lines of text whose parts are found by a sign between them. Where semicolons or tabs
 * part the cells of a list, a program reads commas and quotation marks in the middle as plain
 * signs, so that a formula could begin within a text.
 */
export const harmlessInLines = (text: string): string =>
  hasInside.test(text) ? harmless(text).replace(inside, "'$&") : harmless(text);

const guarded = new RegExp(`^'(?=[\\s";]*[${sign}]|[\\t\\r;])`, 'u');
const guardedInside = new RegExp(`(?<=[;\\t\\r\\n][\\s"]*)'(?=[${sign}])`, 'gu');

/** Takes off the apostrophes that `harmlessInLines` puts in. */
export const withoutGuard = (text: string): string =>
  text.replace(guarded, '').replace(guardedInside, '');

/** Rows that come one by one, as batches. */
export async function* gathered(rows: AsyncIterable<Row>): Batches {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < 100) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
