import type { Logger } from 'pino';

/** What is done with each item of a run. */
interface Work<Item> {
  log: Logger;
  work(item: Item): Promise<unknown>;
  /** What the log says of an item that failed, before the error's own words. */
  failed(item: Item): string;
}

/** So many items are read at a time. */
const batchSize = 500;

/**
 * Works on one item after the other. One that fails is written to the log and keeps none of the
 * others waiting. Returns the items that failed.
 */
export async function oneByOne<Item>(
  items: Iterable<Item>,
  { log, work, failed }: Work<Item>,
): Promise<Item[]> {
  const left: Item[] = [];
  for (const item of items)
    await work(item).catch((error: Error) => {
      log.warn({ err: error }, `${failed(item)}: ${error.message}`);
      left.push(item);
    });
  return left;
}

/**
 * The same for any number of rows, or of ids. `read` gives up to `limit` of them whose ids come
 * after `afterId`, in the order of the ids.
 */
export async function batchByBatch<Item extends number | { id: number }>(
  read: (afterId: number, limit: number) => Promise<readonly Item[]>,
  how: Work<Item>,
): Promise<void> {
  for (let afterId = 0; ;) {
    const items = await read(afterId, batchSize);
    await oneByOne(items, how);
    const last = items.at(-1);
    if (last === undefined || items.length < batchSize) return;
    afterId = typeof last === 'number' ? last : last.id;
  }
}
