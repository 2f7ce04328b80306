import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestLog } from '../../../test/edges.ts';
import {
  hasPrograms,
  startStreaming,
  type Server,
  type Streaming,
} from '../../../test/streaming.ts';
import { migrateDatabase } from './migrate.ts';
import { openDatabase, type OpenDatabase } from './connect.ts';
import { copiedRows } from './copy-rows.ts';
import { notingChanges, positionOf } from './last-changes.ts';
import type { Replica } from './replica.ts';
import { forWork } from './work.ts';

test('positions in the log compare as PostgreSQL compares them', () => {
  expect(positionOf('0/0')).toBe(0n);
  expect(positionOf('16/B374D848')).toBe(0x16_b374_d848n);
  expect(positionOf('1/0') > positionOf('0/FFFFFFFF')).toBe(true);
});

if (!hasPrograms)
  process.stdout.write('No PostgreSQL 15 of Debian: the tests with a replica are left out\n');

describe.skipIf(!hasPrograms)('a streaming replica', () => {
  let streaming: Streaming;
  let primary: Server;
  let server: Server;
  const opened: OpenDatabase[] = [];
  const warnings: string[] = [];

  beforeAll(async () => {
    streaming = await startStreaming();
    ({ primary } = streaming);
    const database = openDatabase(primary.address());
    await migrateDatabase(database.pool);
    await database.pool.query('create table numbers (n int)');
    await database.pool.query('insert into numbers select generate_series(1, 1000)');
    await database.close();
    server = await streaming.addReplica();
    // A statement that stands in the way of what has to be replayed is ended soon.
    await server.ask(`alter system set max_standby_streaming_delay = '100ms'`);
    await server.ask('select pg_reload_conf()');
  }, 120_000);
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    warnings.length = 0;
  });
  afterAll(() => streaming?.close());

  async function open(address = server.address(), maxLagSeconds = 3600) {
    const { log, warnings: told } = openTestLog();
    const database = openDatabase(primary.address(), { replica: { address, maxLagSeconds, log } });
    opened.push(database);
    const { replica } = database;
    if (replica === null) throw new Error('No replica');
    await expect.poll(() => replica.watch.state, { timeout: 60_000 }).not.toBe('unknown');
    return { database, replica, told };
  }
  const isUsed = (replica: Replica) =>
    expect.poll(() => replica.watch.state, { timeout: 60_000 }).toBe('used');
  /** Who answers a report of a contractor's people. */
  const answeredBy = (
    { pool, db, replica }: OpenDatabase,
    contractors: number[] = [],
  ): Promise<string> =>
    forWork('reports', async () => {
      const read = async () => {
        const { rows } = await db.execute<{ name: string }>(
          sql`select current_setting('application_name') as name`,
        );
        return rows[0]?.name ?? '';
      };
      return replica === null ? read() : replica.reading(pool, contractors, read);
    });
  const outcomes = async (replica: Replica) =>
    Object.fromEntries(
      (await replica.reads.get()).values.map(({ labels, value }) => [labels.outcome, value]),
    );
  const replay = (how: 'pause' | 'resume') => server.ask(`select pg_wal_replay_${how}()`);

  test('reports are read from it, and nothing else; what they write goes to the primary', async () => {
    const { database, replica } = await open();
    await isUsed(replica);
    expect(await answeredBy(database)).toBe('lintel replica');
    const { rows } = await database.pool.query(
      `select current_setting('application_name') as name`,
    );
    expect(rows).toEqual([{ name: 'lintel' }]);
    const answered = await forWork('reports', () =>
      replica.reading(database.pool, [], async () => {
        await database.db.execute(sql`insert into numbers values (2000)`);
        const inside = await database.db.transaction((tx) =>
          tx.execute(sql`select current_setting('application_name') as name`),
        );
        const after = await database.db.execute(
          sql`select current_setting('application_name') as name`,
        );
        return [inside.rows, after.rows];
      }),
    );
    expect(answered).toEqual([[{ name: 'lintel reports' }], [{ name: 'lintel replica' }]]);
    expect(await outcomes(replica)).toEqual({ replica: 2 });
  });

  test('who changed something sees it although the replay stands still; others read on from it', async () => {
    const { database, replica, told } = await open();
    await isUsed(replica);
    const other = await open();
    await isUsed(other.replica);
    const { log } = openTestLog();
    const note = notingChanges(database.pool, log);
    await replay('pause');
    try {
      await database.pool.query('insert into numbers values (3000)');
      await note([7, 0, 7]);
      expect(await answeredBy(database, [7])).toBe('lintel reports');
      expect(await answeredBy(database, [0])).toBe('lintel reports');
      expect(await answeredBy(database, [8, 7])).toBe('lintel reports');
      expect(await answeredBy(database, [8])).toBe('lintel replica');
      // Another process knows it as well.
      expect(await answeredBy(other.database, [7])).toBe('lintel reports');
      expect(await answeredBy(other.database, [8])).toBe('lintel replica');
      // One that has just started does not know yet how old the replica is.
      const fresh = await open();
      await isUsed(fresh.replica);
      expect(await answeredBy(fresh.database, [8])).toBe('lintel reports');
    } finally {
      await replay('resume');
    }
    await expect.poll(() => answeredBy(database, [7]), { timeout: 60_000 }).toBe('lintel replica');
    expect(told).toEqual([]);
  });

  test('notes that are made at the same time, in any order, keep the last position', async () => {
    const { database } = await open();
    const { log, warnings: failed } = openTestLog();
    const note = notingChanges(database.pool, log);
    const ids = Array.from({ length: 20 }, (_one, index) => index + 100);
    await Promise.all(
      Array.from({ length: 60 }, (_one, turn) => note(turn % 2 === 0 ? ids : ids.toReversed())),
    );
    const { rows } = await database.pool.query<{ count: number }>(
      'select count(*)::int as count from last_changes where contractor_id >= 100',
    );
    expect([failed, rows[0]?.count]).toEqual([[], 20]);
  });

  test('a note from another server’s log, further on, keeps nobody from the replica', async () => {
    const { database, replica } = await open();
    await isUsed(replica);
    await database.pool.query(
      `insert into last_changes values (9, 'FFFFFF/0') on conflict (contractor_id) do update set position = excluded.position`,
    );
    await expect.poll(() => answeredBy(database, [9]), { timeout: 60_000 }).toBe('lintel replica');
  });

  test('one that is further behind than it may be is left out until it has caught up, told once', async () => {
    const { database, replica, told } = await open(server.address(), 1);
    await isUsed(replica);
    await replay('pause');
    try {
      await database.pool.query('insert into numbers values (4000)');
      await expect.poll(() => replica.watch.state, { timeout: 60_000 }).toBe('behind');
      expect(await answeredBy(database)).toBe('lintel reports');
      expect((await replica.used.get()).values[0]?.value).toBe(0);
      expect((await replica.lag.get()).values[0]?.value).toBeGreaterThan(1);
    } finally {
      await replay('resume');
    }
    await isUsed(replica);
    await expect.poll(() => answeredBy(database), { timeout: 60_000 }).toBe('lintel replica');
    expect(told).toEqual(['the replica is too far behind; reports are read from the primary']);
    expect(await outcomes(replica)).toMatchObject({ behind: 1 });
  });

  /** Takes long on the replica alone, with a lock on the table. */
  const slowThere = sql`select count(*)::int as count, current_setting('application_name') as name
    from numbers where pg_is_in_recovery() is false or pg_sleep(60) is not null`;
  const isSlowThere = async () => {
    const [row] = await server.ask<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name = 'lintel replica' and query like '%pg_sleep(60)%' and state = 'active'`,
    );
    return row?.count;
  };
  const slowReport = ({ db, pool, replica }: OpenDatabase) =>
    forWork('reports', async () => {
      const rows = async () => (await db.execute(slowThere)).rows;
      return replica === null ? rows() : replica.reading(pool, [], rows);
    });

  test('a report that a conflict with the replay ends is answered by the primary', async () => {
    const { database, replica, told } = await open();
    await isUsed(replica);
    const asked = slowReport(database);
    await expect.poll(isSlowThere, { timeout: 60_000 }).toBe(1);
    await database.pool.query('truncate numbers');
    expect(await asked).toEqual([{ count: 0, name: 'lintel reports' }]);
    expect(await server.said()).toContain('due to conflict with recovery');
    expect(told).toEqual(['the replica failed a report; the primary answers it']);
    expect(await outcomes(replica)).toEqual({ failed: 1 });
    expect(await answeredBy(database)).toBe('lintel replica');
    await database.pool.query('insert into numbers values (1)');
  });

  test('one that dies in the middle of a report fails nobody, and is used again when it is back', async () => {
    const { database, replica, told } = await open();
    await isUsed(replica);
    const asked = slowReport(database);
    await expect.poll(isSlowThere, { timeout: 60_000 }).toBe(1);
    await server.stop('immediate');
    try {
      expect(await asked).toMatchObject([{ name: 'lintel reports' }]);
      expect(await answeredBy(database)).toBe('lintel reports');
      await expect.poll(() => replica.watch.state, { timeout: 60_000 }).toBe('away');
      expect(await answeredBy(database)).toBe('lintel reports');
    } finally {
      await server.start();
    }
    await isUsed(replica);
    await expect.poll(() => answeredBy(database), { timeout: 60_000 }).toBe('lintel replica');
    expect(told.filter((line) => line.startsWith('the replica is away'))).toHaveLength(1);
  });

  test('one that is frozen is cut off, and whoever waits for it is answered by the primary', async () => {
    const { database, replica } = await open();
    await isUsed(replica);
    const asked = slowReport(database);
    await expect.poll(isSlowThere, { timeout: 60_000 }).toBe(1);
    await server.freeze(true);
    try {
      expect(await asked).toMatchObject([{ name: 'lintel reports' }]);
      expect(replica.watch.state).toBe('away');
    } finally {
      await server.freeze(false);
    }
    await isUsed(replica);
  });

  test('what is no replica of the database is told and never asked', async () => {
    for (const address of [primary.address(), server.address('postgres')]) {
      const { database, replica, told } = await open(address);
      expect(replica.watch.state).toBe('foreign');
      expect(await answeredBy(database)).toBe('lintel reports');
      expect(told).toEqual([
        'DATABASE_REPLICA_URL is no replica of the database of DATABASE_URL; reports are read from the primary',
      ]);
    }
  });

  test('one that is away when the process starts keeps nothing waiting', async () => {
    const { database, replica } = await open('postgres://nobody@127.0.0.1:1/nothing');
    expect(replica.watch.state).toBe('away');
    expect(await answeredBy(database)).toBe('lintel reports');
  });

  test('rows that a replica stops copying go on from the primary, if they are the same', async () => {
    const { database, replica } = await open();
    await isUsed(replica);
    const source = await forWork('reports', () =>
      replica.reading(database.pool, [], async () => replica.source()),
    );
    const copy = async (text: string) => {
      const rows: unknown[] = [];
      const copied = copiedRows({
        source: { address: database.address, replica: source },
        query: { text: `copy (${text}) to stdout`, fields: [['n', 'text']] },
        signal: new AbortController().signal,
        seconds: 600,
      });
      for await (const batch of copied) {
        rows.push(...batch.map(({ n }) => n));
        if (rows.length === 500)
          await server.ask(
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lintel exports'`,
          );
      }
      return rows;
    };
    const numbers = `select n from generate_series(1, 200000) as n where not pg_is_in_recovery() or n < 150000 or pg_sleep(60) is not null`;
    const marker = randomUUID();
    expect(await copy(`${numbers} and '${marker}' <> ''`)).toEqual(
      Array.from({ length: 200_000 }, (_one, index) => String(index + 1)),
    );
    expect(await server.said()).toContain(marker);
    await expect(
      copy(numbers.replace('select n', 'select n + pg_is_in_recovery()::int')),
    ).rejects.toThrow();
  });

  test('rows are copied from the primary while the replica lacks what must be in them', async () => {
    const { database, replica } = await open();
    await isUsed(replica);
    const copied = copiedRows({
      source: {
        address: database.address,
        replica: {
          address: server.address(),
          floor: positionOf('FFFFFF/0'),
          identity: replica.watch.identity,
        },
      },
      query: {
        text: 'copy (select pg_is_in_recovery()) to stdout',
        fields: [['isReplica', 'boolean']],
      },
      signal: new AbortController().signal,
      seconds: 60,
    });
    for await (const rows of copied) expect(rows).toEqual([{ isReplica: false }]);
  });
});
