import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { measureJobs, measureQueue } from '../metrics.ts';
import { enqueue, job, onJob, slots } from './job.ts';
import { startWorker, type WorkerOptions } from './worker.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const usual: WorkerOptions = { handlers: [], schedules: [], log: () => undefined, alone: false };
const until = async (isSo: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 1000 && !isSo(); tries += 1) await sleep(20);
  expect(isSo()).toBe(true);
};
const waiting = async (): Promise<number> => {
  const { rows } = await database.pool.query(
    'select 1 from graphile_worker.jobs where locked_at is null',
  );
  return rows.length;
};

it('a scheduled job runs once, even with three schedulers', async () => {
  const daily = job({ id: 'test.daily', payload: z.unknown(), maxAttempts: 1 });
  let runs = 0;
  const schedule = {
    pattern: '0 3 * * *',
    handler: onJob(daily, async () => void (runs += 1)),
    catchUp: 86_400_000,
  };
  await database.pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ('test.daily', now() - interval '3 days', now() - interval '2 days')`,
  );
  const workers = await Promise.all(
    [1, 2, 3].map(() => startWorker(database.pool, { ...usual, schedules: [schedule] })),
  );
  await until(() => runs > 0);
  for (const worker of workers) worker.check();
  await Promise.all(workers.map((worker) => worker.stop()));
  for (const worker of workers) expect(() => worker.check()).toThrow('The worker is not running');
  expect(await waiting()).toBe(0);
  expect(runs).toBe(1);
});

it('a job is locked under the id that sends heartbeats, so that it never counts as lost', async () => {
  const held = job({ id: 'test.held', payload: z.unknown(), maxAttempts: 1 });
  let holder: unknown;
  // The first heartbeat may come a moment after the first job.
  const handler = onJob(held, async () => {
    while (holder === undefined) {
      const { rows } = await database.pool.query(
        `select seen_at > now() - interval '5 seconds' as alive from graphile_worker.jobs join job_workers on job_workers.id = locked_by`,
      );
      holder = rows[0];
    }
  });
  await enqueue(database.db, held, {});
  const worker = await startWorker(database.pool, { ...usual, handlers: [handler] });
  await until(() => holder !== undefined);
  await worker.stop();
  expect(holder).toEqual({ alive: true });
});

it('a stopping worker lets its jobs finish, and returns slow ones to the queue', async () => {
  const slow = job({ id: 'test.slow', payload: z.object({ ms: z.number() }), maxAttempts: 3 });
  const ended: number[] = [];
  let started = 0;
  const handler = onJob(slow, async ({ ms }) => {
    started += 1;
    await sleep(ms, undefined, { ref: false });
    ended.push(ms);
  });
  for (const ms of [150, 60_000]) await enqueue(database.db, slow, { ms });
  const worker = await startWorker(database.pool, { ...usual, handlers: [handler], patience: 500 });
  await until(() => started === 2);
  worker.check();
  await worker.stop();
  expect(ended).toEqual([150]);
  expect(await waiting()).toBe(1);
});

it("a worker that can't store a job's outcome restarts, and repeats the job once that works", async () => {
  const noted = job({
    id: 'test.noted',
    payload: z.object({ fails: z.boolean() }),
    maxAttempts: 5,
  });
  const table = (from: string, to: string) =>
    database.pool.query(`alter table graphile_worker.${from} rename to ${to}`);
  const runs = { good: 0, bad: 0 };
  const handler = onJob(noted, async ({ fails }) => {
    const isFirst = runs.good + runs.bad === 0;
    runs[fails ? 'bad' : 'good'] += 1;
    if (isFirst) await table('_private_jobs', 'hidden');
    if (fails && runs.bad === 1) throw new Error('not today');
  });
  const told: string[] = [];
  const worker = await startWorker(database.pool, {
    ...usual,
    handlers: [handler],
    log: (level, text) => void (level === 'error' && told.push(text)),
  });
  for (const fails of [false, true]) {
    Object.assign(runs, { good: 0, bad: 0 });
    await enqueue(database.db, noted, { fails });
    await until(() => told.some((text) => text.startsWith('the worker for none ended')));
    expect(() => worker.check()).toThrow('The worker is not running');
    told.length = 0;
    await table('hidden', '_private_jobs');
    await until(() => (fails ? runs.bad : runs.good) === 2);
    worker.check();
  }
  await worker.stop();
  const { rows } = await database.pool.query(
    `select 1 from graphile_worker.jobs where task_identifier = 'test.noted'`,
  );
  expect(rows).toEqual([]);
}, 60_000);

it('jobs that call external services leave all other slots free', async () => {
  const [inside, outside] = [
    job({ id: 'test.inside', payload: z.unknown(), maxAttempts: 1 }),
    job({ id: 'test.outside', payload: z.unknown(), maxAttempts: 1, calls: 'mail' }),
  ];
  let held = 0;
  let release = (): void => undefined;
  const silence = new Promise<void>((done) => (release = done));
  const done: string[] = [];
  const handlers = [
    onJob(outside, async () => {
      held += 1;
      await silence;
      done.push('outside');
    }),
    onJob(inside, async () => void done.push('inside')),
  ];
  for (let count = 0; count < 3 * slots.mail; count += 1) await enqueue(database.db, outside, {});
  const worker = await startWorker(database.pool, { ...usual, handlers });
  await until(() => held === slots.mail);
  await enqueue(database.db, inside, {});
  await until(() => done.length > 0);
  expect([done, held]).toEqual([['inside'], slots.mail]);
  release();
  await until(() => done.length === 1 + 3 * slots.mail);
  await worker.stop();
});

it('runs are counted by outcome, and queued jobs by state', async () => {
  const registry = new Registry();
  const [good, bad] = ['test.good', 'test.bad'].map((id) =>
    job({ id, payload: z.unknown(), maxAttempts: 2 }),
  );
  if (!good || !bad) throw new Error('unreachable');
  measureQueue(database.pool, registry);
  let failures = 0;
  const handlers = [
    onJob(good, async () => undefined),
    onJob(bad, async () => {
      failures += 1;
      throw new Error('not today');
    }),
  ];
  await enqueue(database.db, good, {});
  await enqueue(database.db, bad, {});
  await enqueue(database.db, good, {}, { runAt: new Date(Date.now() + 3_600_000) });
  const worker = await startWorker(database.pool, {
    ...usual,
    handlers,
    watch: (events) => measureJobs(events, registry),
  });
  await until(() => failures === 1);
  await worker.stop();
  const told = await registry.metrics();
  expect(told).toContain('lintel_job_runs_total{job="test.good",outcome="done"} 1');
  expect(told).toContain('lintel_job_runs_total{job="test.bad",outcome="failed"} 1');
  expect(told).toContain('lintel_job_duration_seconds_count{job="test.good"} 1');
  // The failed one, which will be retried, and the delayed one.
  expect(told).toMatch(/lintel_queue_jobs\{state="later"\} 2\n/);
  expect(told).toMatch(/lintel_queue_jobs\{state="running"\} 0\n/);
});
