import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { foldedSearch } from './folded.ts';
import { countedUpTo, readPage, searchedUpTo, type OrderedRows, type PagePlace } from './pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await run('create table listed (id int primary key, owner int, name text, rank int)');
});
afterAll(() => app.close());
beforeEach(() => run('truncate listed'));

const listed = pgTable('listed', {
  id: integer().primaryKey(),
  owner: integer(),
  name: text(),
  rank: integer(),
});
const run = (statement: string) => app.deps.database.pool.query(statement);
/** Rows of owner 1; every fourth has no rank, and ranks repeat. */
const add = (from: number, to: number) =>
  run(
    `insert into listed select n, 1, 'name ' || n, case when n % 4 > 0 then n % 7 end from generate_series(${from}, ${to}) n`,
  );
const rows: OrderedRows = {
  table: listed,
  id: listed.id,
  where: eq(listed.owner, 1),
  scope: eq(listed.owner, 1),
  keys: [sql`${listed.rank}`],
  descending: true,
  isNullable: true,
};
const page = (place: Partial<PagePlace> = {}, other: Partial<OrderedRows> = {}) =>
  readPage(app.deps.database.db, { ...rows, ...other }, { offset: 0, limit: 10, ...place });
const inOrder = async (descending = true, where = 'true'): Promise<number[]> => {
  const direction = descending ? 'desc' : 'asc';
  const { rows: all } = await run(
    `select id from listed where owner = 1 and ${where} order by rank ${direction} nulls last, id ${direction}`,
  );
  return all.map(({ id }: { id: number }) => id);
};

describe('a page', () => {
  test.each([true, false])(
    'is the same by number, after a row, and before a row, descending: %s',
    async (descending) => {
      await add(1, 60);
      const all = await inOrder(descending);
      for (let offset = 0; offset < 60; offset += 10) {
        const wanted = all.slice(offset, offset + 10);
        const after = all[offset - 1];
        const before = all[offset + 10];
        expect((await page({ offset }, { descending })).ids).toEqual(wanted);
        if (after) expect((await page({ offset: 5, after }, { descending })).ids).toEqual(wanted);
        if (before) expect((await page({ offset: 5, before }, { descending })).ids).toEqual(wanted);
      }
    },
  );

  test('is found by its offset when the adjacent row is gone or belongs to another owner', async () => {
    await add(1, 30);
    await run("insert into listed values (31, 2, 'name', 3)");
    const all = await inOrder();
    for (const after of [31, 99])
      expect((await page({ offset: 10, after })).ids).toEqual(all.slice(10, 20));
  });

  test('after the last row is empty, with the right total', async () => {
    await add(1, 30);
    expect(await page({ offset: 40 })).toEqual({ ids: [], total: 30 });
    expect(await page({ offset: 40, after: (await inOrder()).at(-1) })).toEqual({
      ids: [],
      total: 30,
    });
  });
});

describe('the total', () => {
  test('is exact up to 10,000 rows', async () => {
    await add(1, countedUpTo);
    expect((await page()).total).toBe(countedUpTo);
    expect((await page()).more).toBeUndefined();
  });

  test('stops at 10,000, or at the end of a later page, and reports more', async () => {
    await add(1, countedUpTo + 25);
    expect(await page()).toMatchObject({ total: countedUpTo, more: true });
    expect(await page({ offset: countedUpTo })).toMatchObject({
      total: countedUpTo + 10,
      more: true,
    });
    const last = await page({ offset: countedUpTo + 20 });
    expect(last).toEqual({ ids: expect.any(Array), total: countedUpTo + 25 });
    expect(last.ids).toHaveLength(5);
  });
});

describe('a search', () => {
  const search = (words: string): Partial<OrderedRows> => ({
    search: foldedSearch(sql`${listed.name}`, words),
  });

  test('that finds few rows reads them once and has the same pages', async () => {
    await add(1, 5000);
    const all = await inOrder(true, "name like '%77%'");
    expect(all.length).toBeLessThan(searchedUpTo);
    const asked = vi.spyOn(app.deps.database.pool, 'query');
    const first = await page({}, search('77'));
    const scans = asked.mock.calls.filter((call) => JSON.stringify(call).includes('position('));
    asked.mockRestore();
    expect(scans).toHaveLength(1);
    expect(first).toEqual({ ids: all.slice(0, 10), total: all.length });
    const after = all[19];
    const before = all[30];
    for (const place of [{ offset: 20 }, { offset: 3, after }, { offset: 3, before }])
      expect((await page(place, search('77'))).ids).toEqual(all.slice(20, 30));
    expect(await page({ offset: 20 }, search('nothing'))).toEqual({ ids: [], total: 0 });
  });

  test('that finds more than 1,000 rows has its pages in order and reports more', async () => {
    await add(1, 6000);
    const some = await inOrder(true, "name like '%1%'");
    expect(some.length).toBeGreaterThan(searchedUpTo + 500);
    expect(await page({ offset: 20 }, search('1'))).toEqual({
      ids: some.slice(20, 30),
      total: searchedUpTo,
      more: true,
    });
    const after = some[1199];
    expect(await page({ offset: 1200, after }, search('1'))).toEqual({
      ids: some.slice(1200, 1210),
      total: 1210,
      more: true,
    });
    const end = Math.floor(some.length / 10) * 10;
    expect(await page({ offset: end }, search('1'))).toEqual({
      ids: some.slice(end),
      total: some.length,
    });
  });

  test('reads rows in order for common words, and uses the trigram index for rare ones', async () => {
    await add(1, 6000);
    await run("update listed set name = 'rare ' || id where id % 1500 = 0");
    const statementsOf = async (words: string): Promise<string> => {
      const asked = vi.spyOn(app.deps.database.pool, 'query');
      const found = await page({}, { ...search(words), wordsBy: sql`${listed.id} desc` });
      const statements = JSON.stringify(asked.mock.calls);
      asked.mockRestore();
      const all = await inOrder(true, `name like '%${words}%'`);
      expect(found.ids).toEqual(all.slice(0, 10));
      expect(found.total).toBe(Math.min(all.length, searchedUpTo));
      return statements;
    };
    expect(await statementsOf('name')).not.toContain(' like ');
    expect(await statementsOf('rare')).toContain(' like ');
  });
});
