import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client, type Pool } from 'pg';
import { expect, test } from 'vitest';
import { createTestApp, TestClient } from '../../../test/app.ts';
import { openDatabase, type Connections } from './connect.ts';
import { shares, type Work } from './work.ts';

/** A connection's application name and statement timeout. */
const factsOf = async ({ db }: Connections) => {
  const { rows } = await db.transaction((tx) =>
    tx.execute(
      sql`select current_setting('application_name') name, current_setting('statement_timeout') patience`,
    ),
  );
  return rows[0];
};

test('each kind of work has its own connections and timeouts', async () => {
  const app = await createTestApp({ demo: false });
  const { database } = app.deps;
  expect(await factsOf(database)).toEqual({ name: 'lintel', patience: '30s' });
  expect(await factsOf(database.reports)).toEqual({ name: 'lintel reports', patience: '1min' });
  expect(await factsOf(database.jobs)).toEqual({ name: 'lintel jobs', patience: '10min' });
  await app.close();
});

test("sign-ins don't wait for reports, however many are queued", async () => {
  const app = await createTestApp();
  const { pools } = app.deps.database;
  const pro = new TestClient(app.app);
  await pro.signIn('pro@demo.test');
  const blocker = await pools.requests.connect();
  await blocker.query('begin; lock table offers in access exclusive mode');
  const asked = Array.from({ length: 24 }, () => pro.get('/reports-applications'));
  const used = (work: Exclude<Work, 'replica'>) => pools[work].totalCount - pools[work].idleCount;
  await expect.poll(() => used('reports'), { timeout: 20_000 }).toBe(shares.reports.max);
  await expect
    .poll(() => pools.reports.waitingCount, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(24 - shares.reports.max);
  await new TestClient(app.app).signIn('brand@demo.test');
  await blocker.query('commit');
  blocker.release();
  for (const answer of await Promise.all(asked)) expect(answer.statusCode).toBe(200);
  await app.close();
});

/** The server process ids of a pool's connections, sorted. */
async function processesOf(pool: Pool): Promise<number[]> {
  const held = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const asked = held.map((one) => one.query<{ pid: number }>('select pg_backend_pid() pid'));
  const answers = await Promise.all(asked);
  for (const one of held) one.release();
  return answers.map(({ rows }) => rows[0]?.pid ?? 0).toSorted((one, other) => one - other);
}

test('ten request connections open ahead and stay open while idle', async () => {
  const app = await createTestApp({ demo: false });
  const { warmUp, pool, close } = openDatabase(app.deps.database.address, { max: 12 });
  pool.options.idleTimeoutMillis = 1;
  await warmUp();
  expect(pool.totalCount).toBe(10);
  const before = await processesOf(pool);
  await sleep(20);
  expect(await processesOf(pool)).toEqual(before);
  // Extra connections come and go.
  await Promise.all(Array.from({ length: 40 }, () => pool.query('select pg_sleep(0.01)')));
  await expect.poll(() => pool.totalCount).toBe(10);
  await close();
  await app.close();
});

test('logs a connection that closes unexpectedly, but not when all are closed', async () => {
  const app = await createTestApp({ demo: false });
  const told: string[] = [];
  const onError = (error: Error): void => void told.push(error.message);
  const { warmUp, pool, pools, close } = openDatabase(app.deps.database.address, { onError });
  await warmUp();
  const [one] = await processesOf(pool);
  await app.deps.database.pool.query('select pg_terminate_backend($1::int)', [one]);
  await expect.poll(() => told.length).toBeGreaterThan(0);
  const closed = close();
  for (const one of [pool, pools.jobs]) one.emit('error', new Error('too late'), new Client());
  await closed;
  expect(told).not.toContain('too late');
  await app.close();
});

test("a connection whose transaction can't start, or fails midway, is returned to the pool", async () => {
  const app = await createTestApp({ demo: false });
  const { db, pools } = app.deps.database;
  const unknown = { isolationLevel: 'none at all' as 'serializable' };
  await expect(db.transaction(async () => 'begun', unknown)).rejects.toThrow();
  expect(pools.requests.idleCount).toBe(pools.requests.totalCount);
  await expect(
    db.transaction((tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)),
  ).rejects.toThrow();
  await expect.poll(() => pools.requests.idleCount).toBe(pools.requests.totalCount);
  expect(await db.transaction(async () => 'begun')).toBe('begun');
  await app.close();
});
