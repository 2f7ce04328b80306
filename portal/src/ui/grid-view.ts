/** A grid's place in its list, as the address and the API know it: `order` is `+field` or `-field`. */
export interface GridView {
  page: number;
  limit: number;
  order: string;
}
