/** Something that is asked of the product, and of statements beside it. */
export interface Question {
  name: string;
  ask: () => Promise<unknown>;
  /** The same as statements for it alone: the rows, and how many there are. */
  hand: () => readonly string[];
}

export const now = new Date();
export const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

/** A page of 25 rows, and how many there are. */
export const listed = (table: string, where: string, order: string, page = 1): string[] => [
  `select * from ${table} ${where} order by ${order} limit 25 offset ${(page - 1) * 25}`,
  `select count(*) from ${table} ${where}`,
];

/** Each time another number, in the order of nothing that is stored. */
export function another(rows: number): () => number {
  let asked = 0;
  return () => 1 + (((asked += 1) * 1_037_389) % rows);
}

/** The phone number that bench/messages-data.ts gives to a row. */
export const phoneOf = (n: number): string =>
  `${201 + (n % 307)}${String((n * 7919) % 10_000_000).padStart(7, '0')}`;
