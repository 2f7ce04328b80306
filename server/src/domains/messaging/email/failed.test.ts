import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { countUnsent } from './message-repository.ts';

let app: TestApp;
let staff: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  staff = await signedInAs(app, 'admin@demo.test');
  await app.deps.database.pool.query("delete from messages where channel = 'email'");
});
afterAll(() => app.close());

/** Messages of three contractors, three with each timestamp; every hundredth is erased. */
const insert = (from: number, to: number) =>
  app.deps.database.pool.query(
    `insert into messages (channel, contractor_id, key, event, status, message_id, recipient, built_in_reason, created_at, settled_at, anonymised_at)
     select 'email', 101 + n % 3, 'failed-' || n, 'reset-password', 'failed', n, 'someone@example.com', 'It was wrong', now(),
       timestamptz '2026-11-01' + make_interval(secs => n / 3), case when n % 100 = 0 then now() end
     from generate_series($1::int, $2::int) n`,
    [from, to],
  );
const read = async (path: string) => {
  const answer = await staff.get(path);
  expect(answer.statusCode, answer.body).toBe(200);
  const { data, ...totals }: { data: { id: number }[]; total: number; more?: true } = answer.json();
  return { ids: data.map(({ id }) => id), totals };
};
const dashboard = async (): Promise<number> =>
  (await staff.get('/manage/waiting')).json().undeliveredEmails;

test("the list, the dashboard, and the operator's metrics count the same retriable messages", async () => {
  await insert(1, 300);
  const { totals } = await read('/manage/emails/failed');
  expect(totals).toEqual({ total: 297 });
  const { db } = app.deps.database;
  expect(await countUnsent(db)).toEqual({ queued: 0, failed: 297 });
  expect(await dashboard()).toBe(297);
});

test("pages of many failed messages don't overlap, and the total stops at 10,000 or at the end of the page", async () => {
  await insert(301, 11_000);
  const page = (n: number) => read(`/manage/emails/failed?limit=75&page=${n}`);
  const pages = [await page(1), await page(2), await page(145), await page(146)];
  const ids = pages.flatMap((one) => one.ids);
  expect(pages.map((one) => one.ids.length)).toEqual([75, 75, 75, 15]);
  expect(new Set(ids).size).toBe(240);
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  expect(pages[0]?.totals).toEqual({ total: 10_000, more: true });
  expect(pages[2]?.totals).toEqual({ total: 10_875, more: true });
  expect(pages[3]?.totals).toEqual({ total: 10_890 });
});

test('messages sent with the built-in text are listed the same way, newest first', async () => {
  const first = await read('/manage/emails/built-in?limit=75&page=1');
  const second = await read('/manage/emails/built-in?limit=75&page=2');
  expect(first.totals).toEqual({ total: 10_000, more: true });
  expect(new Set([...first.ids, ...second.ids]).size).toBe(150);
  expect(first.ids).toEqual(first.ids.toSorted((one, other) => other - one));
});
