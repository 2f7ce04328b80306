import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { onCluster } from '../../../test/machines.ts';
import { TestClock } from '../../../test/edges.ts';
import { createLogger } from '../logger.ts';
import { recordAudit } from './audit.ts';
import { anchorChain, chainEntries, readHead } from './chain.ts';
import { verifyChain } from './verify.ts';

const silent = pino({ level: 'silent' });
const clock = new TestClock(new Date('2026-03-05T18:00:00.123Z'));
let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.close());

const run = (text: string, values: unknown[] = []) => database.pool.query(text, values);

/** Changes that a database superuser can make. */
async function tamper(...statements: string[]): Promise<void> {
  for (const table of ['audit_log', 'audit_chain'])
    await run(`alter table ${table} disable trigger user`);
  for (const statement of statements) await run(statement);
  for (const table of ['audit_log', 'audit_chain']) {
    await run(`alter table ${table} enable trigger user`);
    await run(`alter table ${table} enable always trigger ${table}_append_only`);
  }
  // A cluster doesn't forward the last statement to the workers.
  if (onCluster) await run('select run_command_on_workers($1)', [enableOnParts]);
}

const enableOnParts = `do $$ declare part record; begin
  for part in select tgrelid::regclass place, tgname from pg_trigger where tgname ~ '^audit_log_append_only_[0-9]+$'
  loop execute format('alter table %s enable always trigger %I', part.place, part.tgname); end loop; end $$`;

afterEach(async () => {
  await tamper('truncate audit_log', 'truncate audit_chain', 'truncate audit_unchained');
  await run(`select setval(pg_get_serial_sequence('audit_log', 'id'), 1, false)`);
});

/** Inserts entries as `recordAudit` does, each with its waiting row. */
async function enter(client: Pick<PoolClient, 'query'>, insert: string, values: unknown[] = []) {
  const { rows } = await client.query<{ id: string }>(`${insert} returning id`, values);
  await client.query(
    'insert into audit_unchained select unnest($1::bigint[]) on conflict do nothing',
    [rows.map(({ id }) => id)],
  );
}

const write = (count: number) =>
  enter(
    database.pool,
    `insert into audit_log (at, actor_id, action, entity, entity_id, details, address)
     select timestamptz '2026-03-05 18:00:00.123456+00' + make_interval(secs => n), 1, 'user.profile-saved', 'user', n::text,
       jsonb_build_object('n', n, 'nested', jsonb_build_object('b', 1.50, 'a', array['x', null])), '203.0.113.7'
     from generate_series(1, $1::int) n`,
    [count],
  );
const chained = async (count: number): Promise<void> => {
  await write(count);
  await chainEntries(database.db);
};
const problems = async () => (await verifyChain(database.db)).problems;

describe('the database rejects', () => {
  test.each([
    `update audit_log set action = 'x' where id = 1`,
    'delete from audit_log where id = 1',
    // A cluster optimizes this statement away.
    ...(onCluster ? [] : ['delete from audit_log where false']),
    'truncate audit_log',
    'truncate audit_log cascade',
    `insert into audit_log (id, at, action, entity) overriding system value values (1, now(), 'x', 'x') on conflict (contractor_id, id) do update set action = 'y'`,
    `update audit_chain set hash = 'x'`,
    'delete from audit_chain',
    'truncate audit_chain',
  ])('%s', async (statement) => {
    await chained(2);
    await expect(run(statement)).rejects.toThrow(/audit_(log|chain)(_\d+)? is append-only/);
    // Replica mode, which disables ordinary triggers, doesn't help either.
    const client = await database.pool.connect();
    await client.query('set session_replication_role = replica');
    await expect(client.query(statement)).rejects.toThrow(/is append-only/);
    await client.query('set session_replication_role = origin');
    client.release();
    expect(await problems()).toEqual([]);
  });
});

describe('entries', () => {
  test('get one link each, in order, and the log is intact up to the last one', async () => {
    await chained(2503);
    const { rows } = await run(
      `select count(*)::int as links, min(position)::int as first, max(position)::int as last,
         bool_and(previous = before) as follow
       from (select position, previous, coalesce(lag(hash) over (order by position), '') as before from audit_chain) links`,
    );
    expect(rows).toEqual([{ links: 2503, first: 1, last: 2503, follow: true }]);
    expect(await verifyChain(database.db)).toEqual({
      entries: 2503,
      until: '2026-03-05T18:41:43.123456Z',
      head: (await readHead(database.db))?.hash,
      waiting: 0,
      problems: [],
    });
  });

  test('of an empty log are no problem', async () => {
    await chainEntries(database.db);
    expect(await verifyChain(database.db)).toEqual({
      entries: 0,
      until: null,
      head: '',
      waiting: 0,
      problems: [],
    });
  });

  test('committed out of order get a later place', async () => {
    const slow = await database.pool.connect();
    await slow.query('begin');
    await enter(
      slow,
      `insert into audit_log (at, action, entity) values (now(), 'page.created', 'page')`,
    );
    await write(1);
    expect(await chainEntries(database.db)).toBe(1);
    await slow.query('commit');
    slow.release();
    expect(await chainEntries(database.db)).toBe(1);
    const { rows } = await run('select entry_id::int from audit_chain order by position');
    expect(rows).toEqual([{ entry_id: 2 }, { entry_id: 1 }]);
    expect(await problems()).toEqual([]);
  });

  test('of a rolled-back transaction leave nothing behind', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await enter(
      client,
      `insert into audit_log (at, action, entity) values (now(), 'page.created', 'page')`,
    );
    await client.query('rollback');
    client.release();
    await chained(1);
    expect(await verifyChain(database.db)).toMatchObject({ entries: 1, waiting: 0, problems: [] });
  });

  test('can be written during a sweep without waiting', async () => {
    await write(1);
    const sweep = await database.pool.connect();
    await sweep.query('begin');
    await sweep.query('select pg_advisory_xact_lock(7231911)');
    await sweep.query('select * from audit_unchained for update');
    await write(1);
    expect(await chainEntries(database.db)).toBe(0);
    await sweep.query('rollback');
    sweep.release();
    expect(await chainEntries(database.db)).toBe(2);
  });

  test('get one link each when several sweeps run at once and others write', async () => {
    await write(3200);
    const writers = Array.from({ length: 20 }, () => write(10));
    const sweeps = Array.from({ length: 5 }, () => chainEntries(database.db));
    await Promise.all([...writers, ...sweeps]);
    await chainEntries(database.db);
    expect(await verifyChain(database.db)).toMatchObject({
      entries: 3400,
      waiting: 0,
      problems: [],
    });
  });

  test('written by the product match the chain', async () => {
    await recordAudit(
      database.db,
      clock,
      { address: '2001:db8::1', accountId: 7 },
      {
        action: 'page.updated',
        entity: 'page',
        entityId: 3,
        contractorId: 101,
        details: {
          name: { from: 'Zoë "x"', to: '\u2028' },
          list: [1, [2]],
          none: null,
          10: 1,
          2: 1,
        },
      },
    );
    await chainEntries(database.db);
    expect(await problems()).toEqual([]);
  });
});

describe('a database superuser who', () => {
  test.each<[string, string]>([
    ['another time', `at = '2026-03-05 18:00:03.123457+00'`],
    ['another account', 'actor_id = 2'],
    // On a cluster this would move the row: one entry is deleted and another inserted.
    ...(onCluster ? [] : [['a contractor', 'contractor_id = 101'] satisfies [string, string]]),
    ['another action', `action = 'user.created'`],
    ['another subject', `entity_id = '77'`],
    ['another detail', `details = details || '{"nested": {"b": 1.51, "a": ["x", null]}}'`],
    ['one detail less', `details = details - 'n'`],
    ['another address', `address = '203.0.113.8'`],
    ['a network for an address', `address = '203.0.113.0/24'`],
  ])('gives an entry %s, is found', async (_what, change) => {
    await chained(5);
    await tamper(`update audit_log set ${change} where id = 3`);
    expect(await problems()).toEqual([expect.stringMatching(/^Entry 3 of .* was changed\.$/)]);
  });

  test('changes several entries is detected for each', async () => {
    await chained(5);
    await tamper(`update audit_log set actor_id = 9 where id in (2, 4)`);
    expect((await problems()).map((text) => text.slice(0, 7))).toEqual(['Entry 2', 'Entry 4']);
  });

  test('removes an entry and its link is detected', async () => {
    await chained(5);
    await tamper('delete from audit_log where id = 3');
    expect(await problems()).toEqual(['Entry 3 was removed.']);
    await tamper('delete from audit_chain where entry_id = 3');
    expect(await problems()).toEqual(['Link 3 was removed.']);
    await tamper('update audit_chain set position = position - 1 where position > 3');
    expect(await problems()).toEqual(['Link 3 (entry 4) does not follow from the link before it.']);
  });

  test('inserts an entry without chaining it is detected', async () => {
    await chained(3);
    await tamper(
      `insert into audit_log (at, action, entity) values (now(), 'payout.returned', 'payout')`,
    );
    expect(await problems()).toEqual(['Entry 4 was inserted without being chained.']);
  });

  test('removes an entry before it has a link is detected', async () => {
    await write(3);
    await tamper('delete from audit_log where id = 2');
    await chainEntries(database.db);
    expect(await problems()).toEqual(['Entry 2 was removed before it was chained.']);
  });

  test('swaps two entries is detected', async () => {
    await chained(3);
    await tamper(
      'update audit_chain set position = 100 where position = 1',
      'update audit_chain set position = 1 where position = 2',
      'update audit_chain set position = 2 where position = 100',
    );
    expect((await problems()).length).toBeGreaterThan(0);
  });

  test('rebuilds the whole chain is detected by earlier anchors', async () => {
    await chained(4);
    const lines: string[] = [];
    const log = createLogger(
      { NODE_ENV: 'production', LOG_LEVEL: 'info' },
      { write: (line: string) => void lines.push(line) },
    );
    await anchorChain(database.db, clock, log);
    await chainEntries(database.db);
    expect(await verifyChain(database.db)).toMatchObject({ entries: 5, problems: [] });
    const { entries, hash } = JSON.parse(lines[0] ?? '{}') as { entries: number; hash: string };
    expect([entries, hash]).toEqual([4, expect.stringMatching(/^[\da-f]{64}$/)]);
    const remake = [
      'truncate audit_chain',
      'insert into audit_unchained select id from audit_log order by id',
    ];
    await tamper('update audit_log set actor_id = 9 where id = 2', ...remake);
    await chainEntries(database.db);
    const rebuilt = 'Link 4 is not the one that was recorded: the chain was rebuilt.';
    // The audit log's own anchor detects it while it exists; the server log's anchors still do
    // afterward.
    expect(await problems()).toEqual([rebuilt]);
    await tamper(`delete from audit_log where action = 'audit.anchored'`, ...remake);
    await chainEntries(database.db);
    expect(await problems()).toEqual([]);
    expect((await verifyChain(database.db, [{ entries, hash }])).problems).toEqual([rebuilt]);
    await tamper(
      'delete from audit_chain where position = 4',
      'delete from audit_log where id = 4',
    );
    expect((await verifyChain(database.db, [{ entries, hash }])).problems).toEqual([
      'The chain once had 4 links and now has fewer.',
    ]);
  });
});

test('anchors nothing for an empty chain, and can run twice', async () => {
  await anchorChain(database.db, clock, silent);
  expect(await readHead(database.db)).toBeNull();
  await chained(1);
  await anchorChain(database.db, clock, silent);
  await anchorChain(database.db, clock, silent);
  await chainEntries(database.db);
  expect(await verifyChain(database.db)).toMatchObject({ entries: 3, problems: [] });
});
