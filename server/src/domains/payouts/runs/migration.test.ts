import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { onCluster } from '../../../../test/machines.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const folder = new URL('../../../../migrations/', import.meta.url);

test.skipIf(onCluster)(
  'runs from before releases count as released by whoever made them, and keep their files',
  async () => {
    const { pool } = database;
    const apply = async (file: string): Promise<void> =>
      void (await pool.query(await readFile(new URL(file, folder), 'utf8')));
    await pool.query(
      'drop schema public cascade; create schema public; create extension if not exists pg_trgm',
    );
    const files = (await readdir(folder))
      .filter((name) => name.endsWith('.sql'))
      .toSorted((a, b) => a.localeCompare(b));
    const added = files.findIndex((name) => name.endsWith('_two-pairs-of-eyes.sql'));
    for (const file of files.slice(0, added)) await apply(file);
    await pool.query(
      `insert into payout_runs (id, month, started_by, started_at, effective_on, file_sealed)
     values (7, '2026-09-01', 1, '2026-09-22T15:00:00Z', '2026-09-23', 'sealed'),
       (8, '2026-10-01', null, '2026-10-22T15:00:00Z', '2026-10-23', 'sealed too')`,
    );
    for (const file of files.slice(added)) await apply(file);
    const { rows } = await pool.query(
      `select id, released_by, released_at = started_at as at_once, canceled_at, left_out, file_sealed
     from payout_runs order by id`,
    );
    const rest = { at_once: true, canceled_at: null, left_out: [] };
    expect(rows).toEqual([
      { id: 7, released_by: 1, file_sealed: 'sealed', ...rest },
      { id: 8, released_by: null, file_sealed: 'sealed too', ...rest },
    ]);
  },
);
