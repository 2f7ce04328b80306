/** A query through the product, and the equivalent statements. */
export interface Question {
  name: string;
  ask: () => Promise<unknown>;
  /** Hand-written statements for the rows and their count. */
  hand: () => readonly string[];
}

export const now = new Date();
export const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

/** A page of 25 rows, and the total count. */
export const listed = (table: string, where: string, order: string, page = 1): string[] => [
  `select * from ${table} ${where} order by ${order} limit 25 offset ${(page - 1) * 25}`,
  `select count(*) from ${table} ${where}`,
];

/** A different number each time, in an order unrelated to storage. */
export function another(rows: number): () => number {
  let nextQuestion = 0;
  return () => 1 + (((nextQuestion += 1) * 1_037_389) % rows);
}

/** The phone number that bench/messages-data.ts assigns to a row. */
export const samplePhone = (n: number): string =>
  `${201 + (n % 307)}${String((n * 7919) % 10_000_000).padStart(7, '0')}`;
