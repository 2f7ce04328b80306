const batch = 500;

/**
 * Works through rows in the order of their ids, a batch at a time. `read` gives up to `limit` rows
 * after `afterId`.
 */
export async function inBatches<Row extends { id: number }>(
  read: (after: { afterId: number; limit: number }) => Promise<Row[]>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  for (let afterId = 0; ;) {
    const rows = await read({ afterId, limit: batch });
    for (const row of rows) await work(row);
    if (rows.length < batch) return;
    afterId = rows.at(-1)?.id ?? afterId;
  }
}
