import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { keptFor } from './kept.ts';
import { countedUpTo, totalAbout } from './totals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await run('create table counted (kind text)');
});
afterAll(() => app.close());

let now = Date.UTC(2026, 10, 1);
beforeEach(async () => {
  now += 10 * keptFor;
  await run('truncate counted');
  await add(countedUpTo);
});

const counted = pgTable('counted', { kind: text() });
const run = (statement: string) => app.deps.database.pool.query(statement);
const add = (rows: number) =>
  run(`insert into counted select 'paid' from generate_series(1, ${rows})`);
const total = (later = 0) =>
  totalAbout(app.deps.database.db, counted, eq(counted.kind, 'paid'), new Date(now + later));

test('up to 10,000 rows are counted each time', async () => {
  expect(await total()).toEqual({ total: countedUpTo });
  await run('delete from counted where ctid = (select min(ctid) from counted)');
  expect(await total()).toEqual({ total: countedUpTo - 1 });
});

test('more rows are told by a number that is kept for a minute', async () => {
  await add(5);
  expect(await total()).toEqual({ total: countedUpTo + 5, about: true });
  await add(5);
  expect(await total(keptFor - 1)).toEqual({ total: countedUpTo + 5, about: true });
  expect(await total(keptFor)).toEqual({ total: countedUpTo + 10, about: true });
});

test('fewer rows are counted exactly again once the kept number has run out', async () => {
  await add(5);
  await total();
  await run('truncate counted');
  await add(3);
  expect(await total(keptFor)).toEqual({ total: 3 });
  expect(await total(keptFor)).toEqual({ total: 3 });
});

test('another question has a number of its own', async () => {
  await add(5);
  await total();
  const { db } = app.deps.database;
  expect(await totalAbout(db, counted, eq(counted.kind, 'free'), new Date(now))).toEqual({
    total: 0,
  });
});

test('everybody who asks at once is told by one count', async () => {
  await add(5);
  const asked = vi.spyOn(app.deps.database.pool, 'query');
  const all = await Promise.all(Array.from({ length: 5 }, () => total()));
  expect(new Set(all.map((one) => one.total))).toEqual(new Set([countedUpTo + 5]));
  const whole = asked.mock.calls.filter((call) => {
    const said = JSON.stringify(call);
    return said.includes('counted') && !said.includes('limit');
  });
  asked.mockRestore();
  expect(whole).toHaveLength(1);
});

test('a count that failed is not kept for anybody', async () => {
  const { db } = app.deps.database;
  await run('alter table counted rename to elsewhere');
  await expect(total()).rejects.toThrow();
  await run('alter table elsewhere rename to counted');
  const divided = sql`1 / (case when ${counted.kind} = 'bad' then 0 else 1 end) = 1`;
  await add(5);
  await run("insert into counted values ('bad')");
  const ask = () => totalAbout(db, counted, divided, new Date(now));
  await expect(ask()).rejects.toThrow();
  await run("delete from counted where kind = 'bad'");
  expect(await ask()).toEqual({ total: countedUpTo + 5, about: true });
});

test('where more rows were expected than there are, nothing is kept', async () => {
  const { db } = app.deps.database;
  const expectMany = () => totalAbout(db, counted, eq(counted.kind, 'paid'), new Date(now), true);
  expect(await expectMany()).toEqual({ total: countedUpTo });
  await run('delete from counted where ctid = (select min(ctid) from counted)');
  expect(await expectMany()).toEqual({ total: countedUpTo - 1 });
});
