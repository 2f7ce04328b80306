/**
 * Rows one after the other, read in pages: `readAfter` gives those that follow `last` (null: the
 * first ones) in an order that is always the same, and none at the end. No connection is held while
 * the reader takes its time; rows that only ever are added can be read so.
 */
export async function* inPages<Row>(
  readAfter: (last: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await readAfter(last);
    yield* rows;
    last = rows.at(-1) ?? null;
    if (last === null) return;
  }
}
