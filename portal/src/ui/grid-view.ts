/**
 * A grid's place in its list, as the address and the API know it: `order` is `+field` or `-field`.
 */
export interface GridView {
  page: number;
  limit: number;
  order: string;
}

/**
 * A column by which a table can be sorted, the newest or the largest first at the first press of
 * its head: for dates and amounts.
 */
export const largestFirst = { sortable: true, firstSort: 'largest first' } as const;
