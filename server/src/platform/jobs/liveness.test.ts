import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { beat, releaseDeadWorkers } from './lane.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`select graphile_worker.add_job('some.job')`);
});
afterAll(() => database.close());

const lock = (by: string, secondsAgo: number) =>
  database.pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - make_interval(secs => $2)`,
    [by, secondsAgo],
  );
const holder = async (): Promise<string | null> => {
  const { rows } = await database.pool.query<{ locked_by: string | null }>(
    'select locked_by from graphile_worker.jobs',
  );
  return rows[0]?.locked_by ?? null;
};

it('a worker with heartbeats keeps its job, however long it takes', async () => {
  await lock('alive', 3600);
  await beat(database.pool, ['alive']);
  await releaseDeadWorkers(database.pool);
  expect(await holder()).toBe('alive');
});

it("a silent worker's job returns to the queue", async () => {
  await lock('dead', 31);
  await database.pool.query(
    `insert into job_workers (id, seen_at) values ('dead', now() - interval '31 seconds')`,
  );
  await releaseDeadWorkers(database.pool);
  expect(await holder()).toBeNull();
});

it('a new worker keeps a job that it has just taken, even before its first heartbeat', async () => {
  await lock('newborn', 1);
  await releaseDeadWorkers(database.pool);
  expect(await holder()).toBe('newborn');
});

it('a lone process takes back all locked jobs', async () => {
  await lock('earlier', 0);
  await releaseDeadWorkers(database.pool, 0);
  expect(await holder()).toBeNull();
});
