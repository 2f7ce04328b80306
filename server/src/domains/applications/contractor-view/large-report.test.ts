import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
let contractorId: number;
/** More than the report counts exactly. */
const more = 10_060;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
  contractorId = Number(
    (await one("select contractor_id from users where email = 'pro@demo.test'"))[0],
  );
  await add(more);
});
afterAll(() => app.close());

const query = (sql: string, values: unknown[] = []) => app.deps.database.pool.query(sql, values);
const one = async (sql: string, values: unknown[] = []): Promise<unknown[]> =>
  (await query(sql, values)).rows.flatMap((row) => Object.values(row));
/** Some amounts are missing; names and places repeat. */
const add = (rows: number) =>
  query(
    `insert into applications (contractor_id, page_id, source, reference, started_at, applicant_name, city, state, requested_amount_cents)
    select $1, (select min(id) from co_branded_pages where contractor_id = $1), (enum_range(null::application_source))[1], gen_random_uuid(),
      $3::timestamptz - make_interval(mins => n), 'Name ' || n % 50, 'Town ' || n % 9, 'CO', case when n % 4 > 0 then 100 * (n % 300) end
    from generate_series(1, $2::int) n`,
    [contractorId, rows, app.clock.now()],
  );
const report = async (asked: string) => {
  const answer = await pro.get(`/reports-applications?limit=100&${asked}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: { id: number }[]; total: number; more?: true }>();
};
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

describe('a report of more than 10,000 applications', () => {
  test.each([
    ['-appFormStarted', 'started_at desc, id desc'],
    ['+applicantName', 'lower(applicant_name), id'],
    ['-requestedAmount', 'requested_amount_cents desc nulls last, id desc'],
    ['+requestedAmount', 'requested_amount_cents nulls last, id'],
    ['+applicantLocation', 'state, city, id'],
  ])('pages in order from both ends, by %s', async (order, byHand) => {
    const all = await one(
      `select id from applications where contractor_id = $1 order by ${byHand}`,
      [contractorId],
    );
    const asked = `order=${encodeURIComponent(order)}`;
    for (const page of [2, 50, 51, 52, 76, 101, 102]) {
      const found = await report(`${asked}&page=${page}`);
      const wanted = all.slice((page - 1) * 100, page * 100).map(Number);
      expect(wanted.length, `page ${page}`).toBeGreaterThan(0);
      expect(idsOf(found), `page ${page}`).toEqual(wanted);
      const isLast = page * 100 >= all.length;
      expect(found.total).toBe(isLast ? all.length : Math.max(10_000, page * 100));
      expect(found.more).toBe(isLast ? undefined : true);
    }
    expect((await report(`${asked}&page=103`)).data).toEqual([]);
  });

  test('finds the adjacent page where amounts start to be missing', async () => {
    const order = 'order=-requestedAmount';
    const pages = [];
    for (const page of [74, 75, 76, 77, 78])
      pages.push(idsOf(await report(`${order}&page=${page}`)));
    for (const [index, page] of pages.entries()) {
      const before = pages[index + 1]?.[0];
      const after = pages[index - 1]?.at(-1);
      if (before) expect(idsOf(await report(`${order}&page=2&before=${before}`))).toEqual(page);
      if (after) expect(idsOf(await report(`${order}&page=2&after=${after}`))).toEqual(page);
    }
  });

  test.each([
    ['town 3', '-appFormStarted', 'started_at desc, id desc'],
    ['town 3', '-requestedAmount', 'requested_amount_cents desc nulls last, id desc'],
    ['town 3', '+requestedAmount', 'requested_amount_cents nulls last, id'],
    ['name 17', '+applicantLocation', 'state, city, id'],
  ])('finds many matching rows for %s by %s, page by page', async (words, order, byHand) => {
    const all = await one(
      `select id from applications where contractor_id = $1 and lower(applicant_name || ' ' || city) like '%' || $2 || '%' order by ${byHand}`,
      [contractorId, words],
    );
    const asked = `order=${encodeURIComponent(order)}&search=${encodeURIComponent(words)}`;
    const last = Math.ceil(all.length / 100);
    for (let page = 1; page <= last; page++) {
      const found = await report(`${asked}&page=${page}`);
      const wanted = all.slice((page - 1) * 100, page * 100).map(Number);
      expect(idsOf(found), `page ${page}`).toEqual(wanted);
      expect(found.total).toBe(
        all.length > 1000 ? Math.max(1000, wanted.length + (page - 1) * 100) : all.length,
      );
      const related = await report(`${asked}&page=${page + 1}&after=${wanted.at(-1)}`);
      expect(idsOf(related)).toEqual(all.slice(page * 100, (page + 1) * 100).map(Number));
    }
  });

  test('finds matches that are only in the last rows', async () => {
    const [id] = await one(
      "update applications set city = 'Zzyzx' where id = (select id from applications where contractor_id = $1 order by started_at, id limit 1) and contractor_id = $1 returning id",
      [contractorId],
    );
    expect(await report('search=zzyzx')).toMatchObject({
      data: [{ id: Number(id) }],
      total: 1,
    });
    expect(await report('search=zzyzxx')).toMatchObject({ data: [], total: 0 });
  });

  test('accepts and finds names that case folding makes too long for an index', async () => {
    const letters = (from: number) =>
      `(select string_agg(chr(44032 + (n * 7919 + ${from}) % 11172), '') from generate_series(1, 200) n)`;
    const [id] = await one(
      `update applications set applicant_name = ${letters(1)}, city = ${letters(2)} where id = (select max(id) from applications where contractor_id = $1) and contractor_id = $1 returning id`,
      [contractorId],
    );
    const [begins] = await one(`select substr(${letters(1)}, 1, 5)`);
    expect(await report(`search=${encodeURIComponent(String(begins))}`)).toMatchObject({
      data: [{ id: Number(id) }],
      total: 1,
    });
  });

  test('finds exactly the matches in a name, an e-mail address, a phone number, or a town', async () => {
    await query(
      `update applications set applicant_name = case when id % 3 = 0 then 'Zoë O''Neil 100%_x' when id % 3 = 1 then 'Rosa\\Lind 77' else 'Ina Rossalind' end,
        email = 'home' || id::text || '@example.com', phone = (3035550000 + id % 10000)::text
      where contractor_id = $1 and id in (select id from applications where contractor_id = $1 order by id % 97, id limit 30)`,
      [contractorId],
    );
    const [number] = await one('select max(id) from applications where phone <> $1', ['']);
    for (const words of [
      'zoë',
      "O'NEIL",
      'neil 100%_X',
      '100%',
      '%_x',
      '_',
      'rosa\\lind',
      'ossalin',
      'lind 77',
      'd 77',
      'om',
      `home${Number(number)}@example`,
      '@example.com 303',
      '(303) 555-0',
      'ina rossalindx',
    ]) {
      const stored = words === '(303) 555-0' ? '3035550' : words.toLowerCase();
      const wanted = await one(
        `select id from applications where contractor_id = $1
          and strpos(lower(applicant_name || ' ' || email || ' ' || phone || ' ' || city), $2) > 0 order by started_at desc, id desc`,
        [contractorId, stored],
      );
      const found = await report(`search=${encodeURIComponent(words)}`);
      expect([words, idsOf(found)]).toEqual([words, wanted.slice(0, 100).map(Number)]);
      expect([words, found.total]).toEqual([words, wanted.length]);
    }
  });

  test('counts every application in the graphs, the stages, and the export', async () => {
    const read = async (path: string) => (await pro.get(`/reports-applications${path}`)).json();
    const [all] = await one('select count(*)::int from applications where contractor_id = $1', [
      contractorId,
    ]);
    expect(await report('page=1')).toMatchObject({ total: 10_000, more: true });
    expect((await read('/graphs')).totals.started).toBe(all);
    expect((await read('/stages')).total).toBe(all);
    await add(7);
    expect((await read('/graphs')).totals.started).toBe(Number(all) + 7);
    const file = await pro.get('/reports-applications-export?format=csv');
    expect(file.headers['x-total-rows']).toBe(String(Number(all) + 7));
  });
});
