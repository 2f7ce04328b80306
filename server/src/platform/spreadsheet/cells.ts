/** What a column holds: `money` are dollars, a `day` is `yyyy-mm-dd`. An empty cell is null. */
export interface Column {
  header: string;
  kind: 'text' | 'money' | 'number' | 'day';
  /** About so many characters wide. */
  width?: number;
}
export type Cell = string | number | null;
export type Row = readonly Cell[];

/**
 * A text that no spreadsheet takes for a formula: one that starts like a formula gets an apostrophe before it, also when white space
 * comes first, because some programs trim before they look.
 */
export const harmless = (text: string): string => (/^\s*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text);

/** The cell as it is written: only what people have typed can be a formula, not the numbers and days of ours. */
export const safeCell = (column: Column | undefined, cell: Cell): Cell =>
  typeof cell === 'string' && column?.kind !== 'day' ? harmless(cell) : cell;
