import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Books } from '../../../test/commissions.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { commissionSchedules } from './jobs.ts';

let books: Awaited<ReturnType<typeof Books.open>>;
beforeAll(async () => {
  books = await Books.open(new Date().toISOString());
});
afterAll(() => books.close());

const monthsAgo = (months: number): string =>
  new Date(Date.now() - months * 31 * 86_400_000).toISOString();

test('a starting worker books what was missed while nothing ran, only once even if jobs rerun', async () => {
  const referrer = await books.contractor();
  const friend = await books.contractor({ referralId: referrer });
  await books.payment(friend, { at: monthsAgo(4) });
  await books.deal(referrer, { fundedAt: monthsAgo(3), cents: 1_000_000 });
  // The queue's clock last ran two days ago.
  for (const { handler } of commissionSchedules(books.context))
    await books.database.pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       values ($1, now() - interval '3 days', now() - interval '2 days')`,
      [handler.job.id],
    );
  const problems: string[] = [];
  const log = (level: string, message: string): void =>
    void (level === 'error' && problems.push(message));
  const worker = await startWorker(books.database.pool, {
    handlers: [],
    schedules: commissionSchedules(books.context),
    log,
    alone: true,
  });
  for (let tries = 0; tries < 200 && (await books.booked()).length < 2; tries += 1)
    await sleep(100);
  await worker.stop();
  for (const { handler } of commissionSchedules(books.context))
    for (const _again of [1, 2]) await handler.run({});
  expect(
    new Set((await books.booked()).map(({ type, amountCents }) => `${type} ${amountCents}`)),
  ).toEqual(new Set(['loan 10000', 'referral 20000']));
  expect(await books.booked()).toHaveLength(2);
  expect(problems).toEqual([]);
  expect(await books.differences()).toEqual([]);
});
