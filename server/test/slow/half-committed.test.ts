import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openDatabase, type Database, type OpenDatabase } from '../../src/platform/db/connect.ts';
import { afterRowLock } from '../../src/platform/db/cluster/index.ts';
import { enqueue, job, onJob } from '../../src/platform/jobs/job.ts';
import { workOffJobs } from '../../src/platform/jobs/worker.ts';
import { readConfig } from '../../src/platform/config.ts';
import { prepareDatabase } from '../../src/runtime.ts';
import { joinMachines, onMachines, spreadDatabase, withDatabase } from '../machines.ts';
import { programsOf, startOwnCluster, type OwnCluster } from '../own-cluster.ts';

/** This stops cluster processes, so it needs its own cluster. */
const url = process.env['CITUS_URL'];
const programs = url === undefined ? null : await programsOf(url);
if (programs === null)
  console.error(
    'A commit that is half done is not tried: it takes CITUS_URL with a cluster on this machine, whose programs start another one',
  );

const name = 'lintel';
let cluster: OwnCluster;
let database: OpenDatabase;
beforeAll(async () => {
  if (programs === null) return;
  cluster = await startOwnCluster(programs);
  const machines = [cluster.coordinator, ...cluster.workers].map((machine) => machine.url);
  await onMachines(machines, `create database ${name}`);
  await joinMachines(machines, name);
  const address = withDatabase(cluster.coordinator.url, name);
  await spreadDatabase(address);
  database = openDatabase(address, { max: 10 });
  await prepareDatabase(database, readConfig({}));
  await database.pool.query('create table marks (contractor_id int, n int)');
  await database.pool.query(`select create_distributed_table('marks', 'contractor_id')`);
}, 240_000);
afterAll(async () => {
  if (programs === null) return;
  await database.close();
  await cluster.stop();
}, 60_000);

/** On both workers. */
const contractors = [1, 2, 3, 4, 5, 6, 7, 8];
const marksOf = async (db: Database): Promise<number> =>
  Number((await db.execute(sql`select count(*) from marks`)).rows[0]?.['count']);

/** Makes the coordinator's next commits wait for a missing replica, or not. */
async function holdCommits(isHeld: boolean): Promise<void> {
  await onMachines(
    [cluster.coordinator.url],
    `alter system set synchronous_standby_names = '${isHeld ? 'nobody' : ''}'`,
    'select pg_reload_conf()',
  );
}

/** The workers' processes with a prepared transaction that waits for its end. */
async function preparing(): Promise<number[]> {
  const found: number[] = [];
  for (const { url: address } of cluster.workers) {
    const worker = openDatabase(withDatabase(address, name), { max: 1 });
    const { rows } = await worker.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where state = 'idle' and query ilike 'prepare transaction%'`,
    );
    found.push(...rows.map(({ pid }) => pid));
    await worker.close();
  }
  return found;
}

const count = job({ id: 'test.count', payload: z.unknown(), maxAttempts: 5 });

test.skipIf(programs === null)(
  "between the coordinator's commit and those of the workers, no job of the transaction starts, and no other transaction locks its contractor",
  async () => {
    const { db, pool } = database;
    const seen: number[] = [];
    const handlers = [onJob(count, async () => void seen.push(await marksOf(db)))];
    await holdCommits(true);
    const writing = db.transaction(async (tx) => {
      await afterRowLock(tx, 1);
      for (const id of contractors) await tx.execute(sql`insert into marks values (${id}, 1)`);
      await enqueue(tx, count, null);
    });
    await expect.poll(preparing, { timeout: 60_000 }).toHaveLength(2);
    const stopped = await preparing();
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    await holdCommits(false);
    const jobs = async (): Promise<{ last_error: string | null }[]> =>
      (
        await pool.query(
          'select last_error from graphile_worker.jobs where task_identifier = $1 and locked_at is null',
          [count.id],
        )
      ).rows;
    await expect.poll(jobs, { timeout: 60_000 }).toEqual([{ last_error: null }]);
    expect(await marksOf(db)).toBe(0);
    const next = db.transaction(async (tx) => {
      await afterRowLock(tx, 1);
      return marksOf(tx);
    });
    await workOffJobs(pool, handlers);
    await expect
      .poll(jobs)
      .toEqual([{ last_error: 'What the job’s transaction wrote is missing' }]);
    expect(seen).toEqual([]);

    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    await writing;
    expect(await next).toBe(contractors.length);
    await pool.query('update graphile_worker._private_jobs set run_at = now()');
    await workOffJobs(pool, handlers);
    expect(seen).toEqual([contractors.length]);
  },
  240_000,
);
