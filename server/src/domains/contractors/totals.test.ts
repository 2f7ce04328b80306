import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql, type SQL } from 'drizzle-orm';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { totalOf } from './totals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const db = () => app.deps.database.db;
const paid = sql`payment_status = 'Paid'`;
const now = new Date();
const numberOf = async (where: SQL | undefined): Promise<number> =>
  (await totalOf(db(), where, now)).total;
const totals = () => Promise.all([numberOf(undefined), numberOf(paid)]);
/** A change that this process does not know of. */
const change = (statement: string) => app.deps.database.pool.query(statement);
const insert = () =>
  change(
    `insert into contractors (company_name, payment_status, registered_at) values ('Counted', 'Paid', now())`,
  );

test('the number of contractors is right after each kind of change, whoever made it', async () => {
  const [all = 0, before = 0] = await totals();
  await insert();
  expect(await totals()).toEqual([all + 1, before + 1]);
  await change(`update contractors set payment_status = 'Failed' where company_name = 'Counted'`);
  expect(await totals()).toEqual([all + 1, before]);
  await change(`delete from contractors where company_name = 'Counted'`);
  expect(await totals()).toEqual([all, before]);
});

test('the number is right when a change becomes visible after a later one', async () => {
  const { pool } = app.deps.database;
  const [all = 0] = await totals();
  const slow = await pool.connect();
  await slow.query('begin');
  await slow.query(`insert into contractors (company_name, registered_at) values ('Slow', now())`);
  await insert();
  expect((await totals())[0]).toBe(all + 1);
  await slow.query('commit');
  slow.release();
  expect((await totals())[0]).toBe(all + 2);
});

test('everybody who asks at once is told by one count, and the next one too until something changes', async () => {
  await insert();
  const asked = vi.spyOn(app.deps.database.pool, 'query');
  const counted = (): number =>
    asked.mock.calls.filter((call) => JSON.stringify(call).includes('from \\"contractors\\"'))
      .length;
  await Promise.all(Array.from({ length: 5 }, () => numberOf(paid)));
  await numberOf(paid);
  expect(counted()).toBe(1);
  await insert();
  await numberOf(paid);
  expect(counted()).toBe(2);
  asked.mockRestore();
});

test('of the changes only the newest stay written down', async () => {
  for (let made = 0; made < 250; made += 1)
    await change(`update contractors set company_name = company_name where id = 101`);
  const { rows } = await change('select count(*)::int as kept from contractor_changes');
  expect(rows[0].kept).toBeLessThanOrEqual(200);
});

test('above 10,000 contractors a number is kept for a minute while they change, and says so', async () => {
  await change(
    `insert into contractors (company_name, registered_at) select 'Many', now() from generate_series(1, 10001)`,
  );
  const many = sql`company_name = 'Many'`;
  expect(await totalOf(db(), many, now)).toEqual({ total: 10_001 });
  await change(`delete from contractors where id = (select max(id) from contractors)`);
  expect(await totalOf(db(), many, now)).toEqual({ total: 10_001, about: true });
  const later = new Date(now.getTime() + 61_000);
  // 10,000 again, so it is exact from here on.
  expect(await totalOf(db(), many, later)).toEqual({ total: 10_000 });
  await change(`delete from contractors where company_name = 'Many'`);
  expect(await totalOf(db(), many, later)).toEqual({ total: 0 });
});
