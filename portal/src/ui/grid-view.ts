/** The position in a grid, as in the address and the API: `order` is `+field` or `-field`. */
export interface GridView {
  page: number;
  limit: number;
  order: string;
}

/** A sortable column whose first press sorts by the newest or largest, for dates and amounts. */
export const largestFirst = { sortable: true, firstSort: 'largest first' } as const;
