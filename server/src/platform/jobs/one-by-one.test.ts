import { expect, test } from 'vitest';
import { openTestLog } from '../../../test/edges.ts';
import { batchByBatch, oneByOne } from './one-by-one.ts';

test("a failed item is logged and doesn't delay the others, in any number of batches", async () => {
  const { log, warnings } = openTestLog();
  const ids = Array.from({ length: 1001 }, (_, index) => index + 1);
  const done: number[] = [];
  await batchByBatch(async (afterId, limit) => ids.filter((id) => id > afterId).slice(0, limit), {
    log,
    work: async (id) => {
      if (id === 1 || id === 500) throw new Error('no luck');
      done.push(id);
    },
    failed: (id) => `Item ${id} was left out`,
  });
  expect(done).toEqual(ids.filter((id) => id !== 1 && id !== 500));
  expect(warnings).toEqual(['Item 1 was left out: no luck', 'Item 500 was left out: no luck']);
});

test('the caller gets the failed items', async () => {
  const { log } = openTestLog();
  const work = async (id: number) => {
    if (id % 2 === 0) throw new Error('no luck');
  };
  expect(await oneByOne([1, 2, 3, 4], { log, work, failed: String })).toEqual([2, 4]);
});

test('rows are read after the last id, and a failed read ends the run', async () => {
  const { log } = openTestLog();
  const asked: number[] = [];
  const run = batchByBatch(
    async (afterId, limit) => {
      asked.push(afterId);
      if (afterId > 0) throw new Error('the database is unavailable');
      return Array.from({ length: limit }, (_, index) => ({ id: 10 + index }));
    },
    { log, work: async () => undefined, failed: () => 'Not done' },
  );
  await expect(run).rejects.toThrow('the database is unavailable');
  expect(asked).toEqual([0, 509]);
});
