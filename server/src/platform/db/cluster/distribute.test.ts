import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { onCluster } from '../../../../test/machines.ts';
import {
  isSpread,
  listMachines,
  readPlacement,
  redistribute,
  spreadOverMachines,
} from './index.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.skipIf(onCluster)(
  'a database without Citus reports what is missing and stays unchanged',
  async () => {
    const client = await database.pool.connect();
    try {
      expect(await isSpread(client)).toBe(false);
      expect(await redistribute(client)).toBe(false);
      await expect(listMachines(client)).rejects.toThrow('"create extension citus"');
    } finally {
      client.release();
    }
  },
);

test("the schema determines the distributed tables: those that grow with contractors' business", async () => {
  const { spread, copied } = await readPlacement(database.pool);
  expect(spread).toEqual(
    expect.arrayContaining(['applications', 'audit_log', 'documents', 'messages', 'payments']),
  );
  expect(copied).toEqual(['co_branded_pages']);
  // One row per contractor, unique across contractors, or deleted with a session.
  for (const table of ['payout_methods', 'page_names', 'push_devices', 'leads'])
    expect(spread).not.toContain(table);
});

test('a new table is distributed when its keys allow it', async () => {
  const client = await database.pool.connect();
  try {
    await client.query(`begin;
      create table plain (contractor_id int, id int, primary key (contractor_id, id));
      create table one_each (contractor_id int primary key);
      create table taken (contractor_id int, id int, name text unique, primary key (contractor_id, id));
      create table owned (contractor_id int, id int, lead_id int references leads on delete cascade,
        primary key (contractor_id, id));
      create table below (contractor_id int, id int, owned_id int, primary key (contractor_id, id),
        foreign key (contractor_id, owned_id) references owned on delete cascade)`);
    const { spread } = await readPlacement(client);
    expect(spread).toContain('plain');
    for (const table of ['one_each', 'taken', 'owned', 'below'])
      expect(spread).not.toContain(table);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test.runIf(onCluster)(
  'a distributed database matches the schema, and distributing it again changes nothing',
  async () => {
    const client = await database.pool.connect();
    try {
      const placed = async () =>
        (
          await client.query<{ table: string; how: string }>(
            'select table_name::text "table", citus_table_type how from citus_tables order by 1',
          )
        ).rows;
      const before = await placed();
      const of = (kind: string) =>
        before.filter(({ how }) => how === kind).map(({ table }) => table);
      expect({ spread: of('distributed'), copied: of('reference') }).toEqual(
        await readPlacement(client),
      );
      expect(await isSpread(client)).toBe(true);
      const said: string[] = [];
      await spreadOverMachines(client, (line) => said.push(line));
      expect(said).toEqual([]);
      expect(await placed()).toEqual(before);
    } finally {
      client.release();
    }
  },
);
