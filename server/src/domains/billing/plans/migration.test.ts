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
  'a plan from before the payment gateway keeps its price, and gets a Stripe id and one installment',
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
    const added = files.indexOf('0003_plans.sql');
    for (const file of files.slice(0, added)) await apply(file);
    await pool.query(
      `insert into plans (id, name, tier, price_cents) values (3, 'Pro', 'Pro', 118800), (41, 'Old', 'Test', 0)`,
    );
    for (const file of files.slice(added)) await apply(file);
    const { rows } = await pool.query(
      `select id, price_cents::int as price, stripe_id, associated_stripe_id, installment_intervals_count, version from plans order by id`,
    );
    const rest = { associated_stripe_id: '', installment_intervals_count: 1, version: 1 };
    expect(rows).toEqual([
      { id: 3, price: 118_800, stripe_id: 'plan_3', ...rest },
      { id: 41, price: 0, stripe_id: 'plan_41', ...rest },
    ]);
  },
);
