import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { NotThereYet } from './committed.ts';
import { enqueue, job, onJob } from './job.ts';
import { workOffJobs, type WorkerOptions } from './worker.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The queue writes down what became of a job a moment after it is done. */
const queued = async (id: string): Promise<{ attempts: number; last_error: string | null }[]> =>
  (
    await database.pool.query(
      'select attempts, last_error from graphile_worker.jobs where task_identifier = $1 and locked_at is null',
      [id],
    )
  ).rows;

/** Jobs that failed are due again at once. */
const hurry = () =>
  database.pool.query(
    'update graphile_worker._private_jobs set run_at = now() where run_at > now()',
  );

/** The locks of transactions that have queued something, as another session sees them. */
const held = async (): Promise<{ classid: number; objid: number }[]> =>
  (
    await database.pool.query(
      `select classid::int, objid::int from pg_locks
       where locktype = 'advisory' and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows;

const noted = job({ id: 'test.noted', payload: z.object({ n: z.number() }), maxAttempts: 5 });

test('a job does not begin while its transaction is still committing on another machine', async () => {
  const runs: number[] = [];
  const handlers = [onJob(noted, async ({ n }) => void runs.push(n))];
  const locks = await database.db.transaction(async (tx) => {
    for (const n of [1, 2]) await enqueue(tx, noted, { n });
    return held();
  });
  expect(locks).toHaveLength(1);
  expect(await held()).toEqual([]);
  // The queue's machine has committed, and the session still waits for the others.
  const committing = await database.pool.connect();
  const keys = [locks[0]?.classid, locks[0]?.objid];
  await committing.query('select pg_advisory_lock($1, $2)', keys);
  await enqueue(database.db, noted, { n: 3 });
  await workOffJobs(database.pool, handlers);
  expect(runs).toEqual([3]);
  const last_error = 'What its transaction has written is not there yet';
  await expect
    .poll(() => queued(noted.id))
    .toEqual([
      { attempts: 1, last_error },
      { attempts: 1, last_error },
    ]);
  await committing.query('select pg_advisory_unlock($1, $2)', keys);
  committing.release();
  await hurry();
  await workOffJobs(database.pool, handlers);
  expect(new Set(runs)).toEqual(new Set([1, 2, 3]));
});

test('a job that is queued anew under its key waits for the transaction that did so last', async () => {
  const again = job({ id: 'test.again', payload: z.unknown(), maxAttempts: 5 });
  let runs = 0;
  const handlers = [onJob(again, async () => void (runs += 1))];
  await enqueue(database.db, again, null, { key: 'again' });
  const [lock] = await database.db.transaction(async (tx) => {
    await enqueue(tx, again, null, { key: 'again' });
    return held();
  });
  const committing = await database.pool.connect();
  await committing.query('select pg_advisory_lock($1, $2)', [lock?.classid, lock?.objid]);
  await workOffJobs(database.pool, handlers);
  await expect
    .poll(() => queued(again.id))
    .toMatchObject([{ attempts: 1, last_error: expect.stringContaining('not there yet') }]);
  expect(runs).toBe(0);
  await committing.query('select pg_advisory_unlock_all()');
  committing.release();
  await hurry();
  await workOffJobs(database.pool, handlers);
  expect(runs).toBe(1);
});

test('what a job is about is looked for at every attempt; still not there at the last one, the job is done and the log says so', async () => {
  const about = job({ id: 'test.about', payload: z.unknown(), maxAttempts: 3 });
  let looks = 0;
  const handlers = [
    onJob(about, async () => {
      looks += 1;
      throw new NotThereYet('The row');
    }),
  ];
  const told: string[] = [];
  const log: WorkerOptions['log'] = (level, text) => void (level === 'warning' && told.push(text));
  await enqueue(database.db, about, null);
  for (const attempts of [1, 2]) {
    await workOffJobs(database.pool, handlers, log);
    const last_error = 'The row is not there yet';
    await expect.poll(() => queued(about.id)).toEqual([{ attempts, last_error }]);
    await hurry();
  }
  expect(told).toEqual([]);
  await workOffJobs(database.pool, handlers, log);
  await expect.poll(() => queued(about.id)).toEqual([]);
  expect(looks).toBe(3);
  expect(told).toEqual([
    'test.about was given up, nothing is left to do: The row is not there yet',
  ]);
});
