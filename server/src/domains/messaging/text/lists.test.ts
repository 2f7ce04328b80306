import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';

let app: TestApp;
let staff: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  staff = await signedInAs(app, 'admin@demo.test');
  const { pool } = app.deps.database;
  await pool.query("delete from messages where channel = 'text'");
  // Three with each timestamp, of several contractors, so that the id decides their order.
  await pool.query(`
    insert into messages (channel, contractor_id, key, event, status, recipient, encoding, segments, created_at, settled_at)
    select 'text', 101 + n % 3, 'list-' || n, 'homeowner-offers', case when n % 2 = 0 then 'failed' else 'sent' end::message_status,
      '+1303555' || lpad(n::text, 4, '0'), 'gsm-7', 1, timestamptz '2026-11-01' + make_interval(mins => n / 3), now()
    from generate_series(1, 120) n`);
  await pool.query(`
    insert into text_stops (number, stopped_at, source)
    select '+1' || 303 + n % 2 || '555' || lpad(n::text, 4, '0'), timestamptz '2026-11-01' + make_interval(mins => n / 3), 'staff'
    from generate_series(1, 60) n`);
});
afterAll(() => app.close());

const read = async (path: string) => {
  const answer = await staff.get(path);
  expect(answer.statusCode, answer.body).toBe(200);
  const { data, total }: { data: { id: number; number?: string }[]; total: number } = answer.json();
  return { ids: data.map(({ id }) => id), numbers: data.map(({ number }) => number), total };
};

test('a page after a known text equals the numbered page, also filtered by status or area', async () => {
  for (const [filters, total] of [
    ['', 120],
    ['&filters[status]=failed', 60],
    ['&filters[to]=303', 120],
    ['&filters[to]=303&filters[status]=failed', 60],
  ] as const) {
    const page = (n: number, related = '') =>
      read(`/manage/texts?limit=10&page=${n}${filters}${related}`);
    const [first, second, third] = [await page(1), await page(2), await page(3)];
    expect(new Set([...first.ids, ...second.ids, ...third.ids]).size).toBe(30);
    expect(await page(2, `&after=${first.ids.at(-1)}`)).toEqual(second);
    expect(await page(2, `&before=${third.ids[0]}`)).toEqual(second);
    expect(second.total).toBe(total);
  }
});

test('falls back to offsets when the known text is gone, and rejects anything but an id', async () => {
  const second = await read('/manage/texts?limit=10&page=2');
  expect(await read('/manage/texts?limit=10&page=2&after=99999999')).toEqual(second);
  expect((await staff.get('/manage/texts?after=x')).statusCode).toBe(400);
});

test('lists stopped numbers newest first, page by page, and searches any part of a number', async () => {
  const page = (n: number, filters = '') =>
    read(`/manage/texts/stopped?limit=25&page=${n}${filters}`);
  const pages = [await page(1), await page(2), await page(3)];
  const numbers = pages.flatMap((one) => one.numbers);
  expect(pages.map(({ total }) => total)).toEqual([60, 60, 60]);
  expect(new Set(numbers).size).toBe(60);
  expect([numbers[0], numbers.at(-1)]).toEqual(['(303) 555-0060', '(303) 555-0002']);
  const some = await page(2, '&filters[number]=(304)');
  expect([some.total, some.numbers.length]).toEqual([30, 5]);
  expect(some.numbers).toEqual(numbers.filter((one) => one?.startsWith('(304)')).slice(25));
  expect(await page(1, '&filters[number]=5550042')).toMatchObject({ numbers: ['(303) 555-0042'] });
  expect(await page(1, '&filters[number]=999')).toMatchObject({ numbers: [], total: 0 });
});

test('finds a rare status page by page in the same order, with its count', async () => {
  await app.deps.database.pool.query(`
    insert into messages (channel, contractor_id, key, event, status, recipient, encoding, segments, created_at, settled_at)
    select 'text', 101 + n % 3, 'many-' || n, 'homeowner-offers', 'sent', '+1' || case when n % 100 = 0 then '808' else '303' end || '9' || lpad(n::text, 6, '0'),
      'gsm-7', 1, timestamptz '2026-10-01' + make_interval(mins => n / 3), now()
    from generate_series(1, 6000) n`);
  const page = (n: number) => read(`/manage/texts?limit=25&page=${n}&filters[to]=8089`);
  const pages = [await page(1), await page(2), await page(3)];
  const ids = pages.flatMap((one) => one.ids);
  expect(ids.length).toBe(60);
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  expect(pages.map(({ total }) => total)).toEqual([60, 60, 60]);
  expect(await read('/manage/texts?filters[to]=(303) 900-5999')).toMatchObject({ total: 1 });
  expect(await read('/manage/texts?filters[to]=900599')).toMatchObject({ total: 10 });
});
