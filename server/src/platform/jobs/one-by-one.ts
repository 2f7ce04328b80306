import type { Logger } from 'pino';

/** The work for each item of a run. */
interface Work<Item> {
  log: Logger;
  work(item: Item): Promise<unknown>;
  /** The log message for a failed item, before the error's message. */
  failed(item: Item): string;
}

/** Items read at a time. */
const batchSize = 500;

/**
 * Processes items one after another. A failed one is logged and doesn't stop the others. Returns
 * the failed items.
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
 * Like `oneByOne`, for any number of rows or ids. `read` returns up to `limit` of them with ids
 * after `afterId`, ordered by id.
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
