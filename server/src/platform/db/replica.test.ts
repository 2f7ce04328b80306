import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTestLog } from '../../../test/edges.ts';
import { openDatabase, type OpenDatabase } from './connect.ts';

// Connection names identify the server that answers, so the primary can act as its own replica.
let given: TestDatabase;
const opened: OpenDatabase[] = [];
beforeAll(async () => {
  given = await createTestDatabase();
  await given.pool.query('create table numbers (n int)');
});
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));
afterAll(() => given.close());

function open(address = given.connectionString) {
  const { log, warnings } = openTestLog();
  const database = openDatabase(given.connectionString, { replica: { address, log } });
  opened.push(database);
  return { ...database, warnings };
}

const away = 'postgres://lintel@127.0.0.1:1/lintel';
const name = sql`select current_setting('application_name') as name`;
const nameFrom = async ({ db }: Pick<OpenDatabase, 'db'>) => (await db.execute(name)).rows[0];

test('reports read from the replica, everything else from the primary', async () => {
  const database = open();
  expect(await nameFrom(database.reports)).toEqual({ name: 'lintel replica' });
  expect(await nameFrom(database)).toEqual({ name: 'lintel' });
  expect(await nameFrom(database.jobs)).toEqual({ name: 'lintel jobs' });
});

test("a report's writes and transactions go to the primary", async () => {
  const { reports } = open();
  await reports.db.execute(sql`insert into numbers values (1)`);
  expect(await reports.db.transaction((tx) => nameFrom({ db: tx }))).toEqual({
    name: 'lintel reports',
  });
  expect((await given.pool.query('select n from numbers')).rows).toEqual([{ n: 1 }]);
});

test('rows read over separate connections come from the replica', async () => {
  const { reports } = open();
  const client = await reports.apart(1).pool.connect();
  const { rows } = await client.query("select current_setting('application_name') as name");
  client.release();
  expect(rows).toEqual([{ name: 'lintel replica' }]);
});

test('the primary answers while the replica is unavailable, which is logged once', async () => {
  const { reports, warnings } = open(away);
  expect(await nameFrom(reports)).toEqual({ name: 'lintel reports' });
  expect(await nameFrom(reports)).toEqual({ name: 'lintel reports' });
  const client = await reports.apart(1).pool.connect();
  client.release();
  expect(warnings).toEqual(['the replica is unreachable; the primary answers for ten seconds']);
});

test('a statement that fails on the replica is repeated on the primary', async () => {
  await given.pool.query(
    `create or replace function fails_at_replica() returns int language plpgsql as $$ begin
       if current_setting('application_name') = 'lintel replica' then raise 'conflict with recovery'; end if;
       return 7; end $$`,
  );
  const { reports, warnings } = open();
  const { rows } = await reports.db.execute(sql`select fails_at_replica() as seven`);
  expect(rows).toEqual([{ seven: 7 }]);
  expect(await nameFrom(reports)).toEqual({ name: 'lintel replica' });
  expect(warnings).toEqual([]);
});

test('without a replica, reports have their own connections to the primary', async () => {
  const database = openDatabase(given.connectionString);
  opened.push(database);
  expect(await nameFrom(database.reports)).toEqual({ name: 'lintel reports' });
});
