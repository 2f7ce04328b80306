import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { onCluster } from '../../../../test/machines.ts';
import { lockContractor } from '../../../domains/contractors/index.ts';
import { enqueue, job, MissingRow, onJob } from '../../jobs/job.ts';
import { workOffJobs, type WorkerOptions } from '../../jobs/worker.ts';
import { installCommitLock, setOnCluster } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('demoTemplate'));
  await installCommitLock(database.pool);
  setOnCluster(true);
});
afterAll(async () => {
  setOnCluster(onCluster);
  await database.close();
});

/** The queue records a job's outcome shortly after it finishes. */
const queued = async (id: string): Promise<{ attempts: number; last_error: string | null }[]> =>
  (
    await database.pool.query(
      'select attempts, last_error from graphile_worker.jobs where task_identifier = $1 and locked_at is null',
      [id],
    )
  ).rows;

/** Makes failed jobs due immediately. */
const hurry = () =>
  database.pool.query(
    'update graphile_worker._private_jobs set run_at = now() where run_at > now()',
  );

/** The locks of transactions that have queued jobs, as another session sees them. */
const held = async (): Promise<{ classid: number; objid: number }[]> =>
  (
    await database.pool.query(
      `select classid::int, objid::int from pg_locks
       where locktype = 'advisory' and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows;

const noted = job({ id: 'test.noted', payload: z.object({ n: z.number() }), maxAttempts: 5 });

test("a job doesn't start while its transaction is still committing on another machine", async () => {
  const runs: number[] = [];
  const handlers = [onJob(noted, async ({ n }) => void runs.push(n))];
  const locks = await database.db.transaction(async (tx) => {
    for (const n of [1, 2]) await enqueue(tx, noted, { n });
    return held();
  });
  expect(locks).toHaveLength(1);
  expect(await held()).toEqual([]);
  // The queue's machine has committed; the session still waits for the others.
  const committing = await database.pool.connect();
  const keys = [locks[0]?.classid, locks[0]?.objid];
  await committing.query('select pg_advisory_lock($1, $2)', keys);
  await enqueue(database.db, noted, { n: 3 });
  await workOffJobs(database.pool, handlers);
  expect(runs).toEqual([3]);
  const last_error = 'What the job’s transaction wrote is missing';
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

test('a job requeued under its key waits for the last transaction that queued it', async () => {
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
    .toMatchObject([{ attempts: 1, last_error: expect.stringContaining('is missing') }]);
  expect(runs).toBe(0);
  await committing.query('select pg_advisory_unlock_all()');
  committing.release();
  await hurry();
  await workOffJobs(database.pool, handlers);
  expect(runs).toBe(1);
});

test("every attempt looks up the job's subject; if the last one doesn't find it, the job ends and logs that", async () => {
  const about = job({ id: 'test.about', payload: z.unknown(), maxAttempts: 3 });
  let looks = 0;
  const handlers = [
    onJob(about, async () => {
      looks += 1;
      throw new MissingRow('The row');
    }),
  ];
  const warnings: string[] = [];
  const log: WorkerOptions['log'] = (level, text) =>
    void (level === 'warning' && warnings.push(text));
  await enqueue(database.db, about, null);
  for (const attempts of [1, 2]) {
    await workOffJobs(database.pool, handlers, log);
    const last_error = 'The row is missing';
    await expect.poll(() => queued(about.id)).toEqual([{ attempts, last_error }]);
    await hurry();
  }
  expect(warnings).toEqual([]);
  await workOffJobs(database.pool, handlers, log);
  await expect.poll(() => queued(about.id)).toEqual([]);
  expect(looks).toBe(3);
  expect(warnings).toEqual(['test.about was dropped, there is nothing to do: The row is missing']);
});

/** Sessions that wait for an advisory lock. */
const waiting = async (): Promise<number> =>
  (
    await database.pool.query(
      `select 1 from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows.length;

test('locking a contractor waits until the previous transaction commits on all machines, and for no other contractor', async () => {
  const { db, pool } = database;
  const [key] = await db.transaction(async (tx) => {
    await lockContractor(tx, 101);
    return held();
  });
  // The row is unlocked, as after the coordinator's commit, but the session hasn't finished.
  const committing = await pool.connect();
  await committing.query('select pg_advisory_lock($1, $2)', [key?.classid, key?.objid]);
  let isLocked = false;
  const next = db.transaction(async (tx) => {
    await lockContractor(tx, 101);
    isLocked = true;
  });
  await expect.poll(waiting).toBe(1);
  await db.transaction((tx) => lockContractor(tx, 102));
  expect(isLocked).toBe(false);
  await committing.query('select pg_advisory_unlock_all()');
  committing.release();
  await next;
  expect(isLocked).toBe(true);
});
