/** A column's type: `money` is in dollars, a `day` is `yyyy-mm-dd`. An empty cell is null. */
export interface Column {
  header: string;
  kind: 'text' | 'money' | 'number' | 'day';
  /** Approximate width in characters. */
  width?: number;
}
export type Cell = string | number | null;
export type Row = readonly Cell[];
/** Rows in batches, as they are read. */
export type Batches = AsyncIterable<readonly Row[]>;

/** The first characters of a formula, including full-width forms, which some programs convert. */
const sign = '=+\\-@＝＋－＠';
const formula = new RegExp(`^[\\s";]*[${sign}]|^[\\t\\r;]`, 'u');
/**
 * A formula at the start of what another program may take for a cell: after a semicolon, a tab, or
 * a line break.
 */
const inside = new RegExp(`(?<=[;\\t\\r\\n][\\s"]*)[${sign}]`, 'gu');
/** A quick check: the lookbehind is several times slower. */
const hasInside = new RegExp(`[;\\t\\r\\n][\\s"]*[${sign}]`, 'u');

/**
 * Prevents formula injection: a text that starts like a formula gets an apostrophe, even after
 * white space or a quotation mark, because some programs trim first.
 */
export const harmless = (text: string): string => (formula.test(text) ? `'${text}` : text);

/**
 * Prevents formula injection in delimited text. A program that splits cells at semicolons or tabs
 * treats commas and quotation marks as plain characters, so a formula could start within a text.
 */
export const harmlessInLines = (text: string): string =>
  hasInside.test(text) ? harmless(text).replace(inside, "'$&") : harmless(text);

const guarded = new RegExp(`^'(?=[\\s";]*[${sign}]|[\\t\\r;])`, 'u');
const guardedInside = new RegExp(`(?<=[;\\t\\r\\n][\\s"]*)'(?=[${sign}])`, 'gu');

/** Removes the apostrophes that `harmlessInLines` adds. */
export const withoutGuard = (text: string): string =>
  text.replace(guarded, '').replace(guardedInside, '');

/** Collects single rows into batches. */
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
