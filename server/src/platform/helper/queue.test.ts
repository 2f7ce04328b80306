import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createQueue } from './pool.ts';

test('a few tasks run concurrently, the others in order of arrival', async () => {
  const queue = createQueue({ atOnce: 2, waiting: 10, patience: 1000 });
  const order: number[] = [];
  let most = 0;
  const task = (number: number) => async () => {
    most = Math.max(most, queue.size().running);
    order.push(number);
    await setTimeout(5);
    return number;
  };
  const results = await Promise.all([1, 2, 3, 4, 5].map((number) => queue.run(task(number))));
  expect(results).toEqual([1, 2, 3, 4, 5]);
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(queue.size()).toEqual({ running: 0, waiting: 0 });
});

test('a full queue rejects immediately, and a failed task frees its place', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 1, patience: 1000 });
  const first = queue.run(() => setTimeout(20).then(() => Promise.reject(new Error('no'))));
  const second = queue.run(async () => 'second');
  await expect(queue.run(async () => 'third')).rejects.toMatchObject({ code: 'busy' });
  await expect(first).rejects.toThrow('no');
  await expect(second).resolves.toBe('second');
});

test('a task that waits too long is rejected as busy and leaves the queue', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 5, patience: 10 });
  const first = queue.run(() => setTimeout(60, 'first'));
  await expect(queue.run(async () => 'second')).rejects.toMatchObject({ code: 'busy' });
  expect(queue.size()).toEqual({ running: 1, waiting: 0 });
  await expect(first).resolves.toBe('first');
});
