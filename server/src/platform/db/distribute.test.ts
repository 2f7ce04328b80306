import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { onCluster } from '../../../test/machines.ts';
import { isSpread, machinesOf, spreadOverMachines } from './distribute.ts';
import { copied, spread } from './distribution.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.skipIf(onCluster)(
  'a database without Citus says what is missing, and stays as it is',
  async () => {
    const client = await database.pool.connect();
    try {
      expect(await isSpread(client)).toBe(false);
      await expect(machinesOf(client)).rejects.toThrow('"create extension citus"');
    } finally {
      client.release();
    }
  },
);

test('the tables that are spread say whose their rows are, in each key', async () => {
  const { rows } = await database.pool.query<{ table: string; columns: string[] }>(
    `select c.relname "table", array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any(i.indkey)) columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [spread],
  );
  expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(spread));
  for (const { table, columns } of rows)
    expect([table, columns]).toEqual([table, expect.arrayContaining(['contractor_id'])]);
});

test.runIf(onCluster)(
  'a spread database has its tables where the list says, and spreading it again changes nothing',
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
      expect(before.filter(({ how }) => how === 'distributed').map(({ table }) => table)).toEqual(
        [...spread].toSorted(),
      );
      expect(before.filter(({ how }) => how === 'reference').map(({ table }) => table)).toEqual([
        ...copied,
      ]);
      expect(before).toHaveLength(spread.length + copied.length);
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
