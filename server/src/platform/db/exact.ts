/**
 * Values of these columns and of nothing else. Drizzle leaves out what it knows no column for, and
 * a spread brings such keys past the compiler, so a field would be lost without a word. With this
 * it does not compile: `(values: Exact<Columns, Values>)` of a function over `Values extends
 * Columns`.
 */
export type Exact<Columns, Values extends Columns> = Values &
  Record<Exclude<keyof Values, keyof Columns>, never>;
