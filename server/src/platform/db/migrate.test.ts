import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { onCluster } from '../../../test/machines.ts';
import { version } from '../version.ts';
import { openDatabase } from './connect.ts';
import { migrateDatabase, oneProcessAtATime } from './migrate.ts';

test('processes that start together work one after another, even after one failed', async () => {
  const database = await createTestDatabase();
  const pools = [1, 2, 3].map(() => openDatabase(database.connectionString, { max: 2 }));
  const said: string[] = [];
  const turns = pools.map(({ pool }, index) =>
    oneProcessAtATime(pool, async () => {
      said.push('begins');
      await sleep(20);
      said.push('ends');
      if (index === 0) throw new Error('not today');
      return index;
    }).catch((error: Error) => error.message),
  );
  expect(await Promise.all(turns)).toEqual(['not today', 1, 2]);
  expect(said).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
  await Promise.all(pools.map((pool) => pool.close()));
  await database.close();
});

// A cluster keeps its own tables in the schema that these tests drop.
describe.skipIf(onCluster)('a database', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    await database.pool.query('drop schema public cascade; create schema public');
    folder = await mkdtemp(join(tmpdir(), 'lintel-migrations-'));
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  /** Writes a folder of migrations: a name and its SQL. */
  async function write(migrations: Record<string, string>): Promise<void> {
    const entries = Object.keys(migrations).map((tag, idx) => ({
      idx,
      version: '7',
      when: idx,
      tag,
      breakpoints: true,
    }));
    await mkdir(join(folder, 'meta'), { recursive: true });
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
    for (const [tag, sql] of Object.entries(migrations))
      await writeFile(join(folder, `${tag}.sql`), sql);
  }
  const first = { '0000_first': 'create table things (id integer primary key);' };
  const tables = async (): Promise<string[]> =>
    (
      await database.pool.query<{ name: string }>(
        "select relname name from pg_class where relkind in ('r', 'i') and relname like 'things%' order by 1",
      )
    ).rows.map(({ name }) => name);

  test('runs each migration once, including later ones', async () => {
    await write(first);
    await migrateDatabase(database.pool, folder);
    await migrateDatabase(database.pool, folder);
    await write({ ...first, '0001_more': 'alter table things add column name text;' });
    await migrateDatabase(database.pool, folder);
    await database.pool.query("insert into things (id, name) values (1, 'one')");
  });

  test('stays unchanged when a migration fails, and continues from there', async () => {
    await write({ ...first, '0001_bad': 'alter table things add column a text; select nonsense;' });
    await expect(migrateDatabase(database.pool, folder)).rejects.toThrow('nonsense');
    await write({ ...first, '0001_good': 'alter table things add column a text;' });
    await migrateDatabase(database.pool, folder);
    await database.pool.query("insert into things (id, a) values (1, 'one')");
  });

  test('builds an index concurrently, even after an interrupted build', async () => {
    const index = 'create unique index concurrently if not exists things_name on things (name);';
    await write({ '0000_first': 'create table things (name text);' });
    await migrateDatabase(database.pool, folder);
    await database.pool.query("insert into things values ('same'), ('same')");
    await write({ '0000_first': 'create table things (name text);', '0001_index': index });
    await expect(migrateDatabase(database.pool, folder)).rejects.toThrow('could not create');
    expect(await tables()).toContain('things_name');
    await database.pool.query('delete from things');
    await migrateDatabase(database.pool, folder);
    const { rows } = await database.pool.query(
      "select indisvalid from pg_index where indexrelid = 'things_name'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  test('from before version 1.0.0 is rejected in one line and stays unchanged', async () => {
    await database.pool.query(
      'create schema if not exists drizzle; create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)',
    );
    await write(first);
    await expect(migrateDatabase(database.pool, folder)).rejects.toThrow(
      /^This database was made by a build from before version 1\.0\.0, which cannot be upgraded\./,
    );
    expect(await tables()).toEqual([]);
    await database.pool.query('drop schema drizzle cascade');
  });

  test('of a newer version is rejected', async () => {
    await write({ ...first, '0001_more': 'alter table things add column name text;' });
    await migrateDatabase(database.pool, folder);
    await write(first);
    await expect(migrateDatabase(database.pool, folder)).rejects.toThrow(
      /^This database was upgraded by a newer version of Lintel: start that version, or restore a backup from before the upgrade\.$/,
    );
    expect(await tables()).toEqual(expect.arrayContaining(['things']));
    await database.pool.query("update schema_migrations set version = '9.1.0'");
    await expect(migrateDatabase(database.pool, folder)).rejects.toThrow(
      'a newer version of Lintel (9.1.0): start that version',
    );
  });

  test('of version 1.0.0, which recorded no versions, gets them from then on', async () => {
    await write(first);
    await migrateDatabase(database.pool, folder);
    await database.pool.query('alter table schema_migrations drop column version');
    await write({ ...first, '0001_more': 'alter table things add column name text;' });
    await migrateDatabase(database.pool, folder);
    const { rows } = await database.pool.query(
      'select version from schema_migrations order by applied_at',
    );
    expect(rows).toEqual([{ version: null }, { version }]);
  });
});
