import { runOnce } from 'graphile-worker';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { onCluster } from '../../../../test/machines.ts';
import { lockContractor } from '../../../domains/contractors/index.ts';
import { forgetMessages } from '../../../domains/messaging/index.ts';
import { enqueue, job, onJob } from '../../jobs/job.ts';
import { toWorkerLogger } from '../../jobs/lane.ts';
import { workOffJobs } from '../../jobs/worker.ts';
import { openDatabase, type OpenDatabase } from '../connect.ts';
import { StatementWatch } from '../statements.ts';
import type { Work } from '../work.ts';

/** Records a database's statements. */
class Recorder extends StatementWatch {
  texts: string[] = [];
  override begin(statement: string, work: Work) {
    this.texts.push(statement);
    return super.begin(statement, work);
  }
}

let given: TestDatabase;
let database: OpenDatabase;
const recorder = new Recorder();
beforeAll(async () => {
  given = await createTestDatabase(inject('demoTemplate'));
  database = openDatabase(given.connectionString, { max: 3, statements: recorder });
});
afterAll(async () => {
  await database.close();
  await given.close();
});

async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  recorder.texts = [];
  await work();
  return recorder.texts;
}

const advisoryLocks = async (): Promise<number> =>
  (
    await given.pool.query(
      `select 1 from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows.length;

const noted = job({ id: 'test.noted', payload: z.unknown(), maxAttempts: 3 });

test.skipIf(onCluster)('queuing a job is one statement without a lock', async () => {
  let locks = -1;
  const sent = await sentBy(() =>
    database.db.transaction(async (tx) => {
      await enqueue(tx, noted, null);
      locks = await advisoryLocks();
    }),
  );
  expect(sent).toEqual(['begin', expect.stringContaining('graphile_worker.add_job'), 'commit']);
  expect(locks).toBe(0);
});

test.skipIf(onCluster)('locking a contractor is one statement and one row lock', async () => {
  let locks = -1;
  const sent = await sentBy(() =>
    database.db.transaction(async (tx) => {
      for (const id of [101, 102]) await lockContractor(tx, id);
      locks = await advisoryLocks();
    }),
  );
  const select = expect.stringMatching(/^select .* from "contractors" .* for no key update$/);
  expect(sent).toEqual(['begin', select, select, 'commit']);
  expect(locks).toBe(0);
});

test.skipIf(onCluster)("running a job takes only the queue's own statements", async () => {
  const works: ((pool: Pool) => Promise<void>)[] = [
    (pgPool) =>
      runOnce({
        pgPool,
        taskList: { [noted.id]: () => undefined },
        noHandleSignals: true,
        logger: toWorkerLogger(() => {}),
      }),
    (pool) => workOffJobs(pool, [onJob(noted, async () => {})]),
  ];
  const sent: string[][] = [];
  for (const work of works) {
    for (let n = 0; n < 5; n += 1) await enqueue(database.db, noted, null);
    sent.push(await sentBy(() => work(database.pool)));
  }
  const [ofQueue = [], ofWorker = []] = sent;
  expect(ofQueue.filter((text) => text.includes('_private_jobs'))).not.toEqual([]);
  expect(ofWorker.filter((text) => !ofQueue.includes(text))).toEqual([]);
});

test.skipIf(onCluster)("an erasure doesn't run a statement per contractor", async () => {
  const counts: number[] = [];
  for (const contractors of [[101], [101, 102, 103, 104]]) {
    const about = contractors.map(
      (contractorId) => ({ contractorId, kind: 'link', id: 0 }) as const,
    );
    const sent = await sentBy(() => forgetMessages(database.db, about, new Date()));
    counts.push(sent.length);
  }
  expect(counts).toEqual([1, 1]);
});
