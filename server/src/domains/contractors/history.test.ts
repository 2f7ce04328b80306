import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { HistoryEntry } from '@lintel/contract/contractors/history';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const history = async (id: number, query = ''): Promise<{ data: HistoryEntry[]; total: number }> =>
  (await admin.get(`/manage/contractor/${id}/history${query}`)).json();

test('the history lists who changed what and when, newest first', async () => {
  await admin.post('/manage/contractor/201', {
    plan: 4,
    companyName: 'Harbor Kitchens & Baths',
    maxTeamUsers: 2,
  });
  await admin.post('/manage/contractor/201', {
    paymentStatus: 'Canceled',
    cancellation: { when: 'now', refund: 0, reason: 'Moved away' },
  });
  const { data: all, total } = await history(201);
  expect(total).toBe(all.length);
  expect(all[0]).toMatchObject({ text: 'Subscription canceled', by: 'Avery Quinn' });
  const data = all.filter(({ text }) => text === 'Account edited');
  expect(data).toHaveLength(2);
  expect(data[0]).toEqual({
    id: expect.any(Number),
    at: app.clock.now().toISOString(),
    text: 'Account edited',
    by: 'Avery Quinn',
    switchedInto: null,
    changes: [
      { field: 'Payment Status', from: 'Paid', to: 'Canceled' },
      { field: 'Cancellation', from: '', to: 'Canceled now, no refund. Reason: Moved away' },
    ],
  });
  expect(data[1]?.changes).toEqual([
    { field: 'Company Name', from: 'Harbor Kitchens', to: 'Harbor Kitchens & Baths' },
    { field: 'Plan', from: expect.any(String), to: expect.any(String) },
    { field: 'Multiple users', from: 'Auto', to: '2' },
  ]);
});

test('marks staff actions while switched, and names the account', async () => {
  const switched = await signedInAs(app, 'admin@demo.test');
  await switched.post('/user/12/switch', { reason: 'Asked for help' });
  switched.switchedInto = 12;
  await switched.send('/contractor/102', { companyName: 'Oak & Iron' });
  await switched.post('/user/switch-back');
  const owner = await signedInAs(app, 'brand@demo.test');
  await owner.send('/contractor/102', { companyName: 'Oak & Iron Remodeling' });
  const { data } = await history(102);
  expect(data.slice(0, 4).map(({ text, by, switchedInto }) => [text, by, switchedInto])).toEqual([
    ['Company profile saved', 'Brandon Okafor', null],
    ['Staff left the account', 'Avery Quinn', 'Brandon Okafor'],
    ['Company profile saved', 'Avery Quinn', 'Brandon Okafor'],
    ['Staff switched into the account', 'Avery Quinn', null],
  ]);
  expect(data[3]?.changes).toEqual([{ field: 'Reason', from: '', to: 'Asked for help' }]);
});

test('the history is paged, and not found for an unknown contractor', async () => {
  for (let at = 0; at < 12; at += 1)
    await admin.post('/manage/contractor/210', { companyName: `Name ${at}` });
  const [first, second] = [await history(210, '?limit=10'), await history(210, '?limit=10&page=2')];
  expect([first.data.length, second.data.length, second.total]).toEqual([10, 2, 12]);
  expect(second.data.at(-1)?.changes).toMatchObject([{ to: 'Name 0' }]);
  expect((await admin.get('/manage/contractor/999999/history')).statusCode).toBe(404);
});

test('entries are ordered by their time, even if written later', async () => {
  const { pool } = app.deps.database;
  await admin.post('/manage/contractor/211', { companyName: 'First' });
  app.clock.pass(60);
  await admin.post('/manage/contractor/211', { companyName: 'Second' });
  await pool.query(
    `insert into audit_log (at, contractor_id, action, entity) values ($1, 211, 'w9.reviewed', 'w9'), ($1, 211, 'w9.read', 'w9')`,
    [new Date(app.clock.now().getTime() - 30_000)],
  );
  const { data } = await history(211);
  expect(data.map(({ text }) => text)).toEqual([
    'Account edited',
    'W-9 form viewed',
    'W-9 form reviewed',
    'Account edited',
  ]);
});

test('reads a page of a long history from the index, in its order', async () => {
  const { pool } = app.deps.database;
  await pool.query(`insert into audit_log (at, contractor_id, action, entity)
    select timestamptz '2026-01-01' + make_interval(mins => n), (array[201, 311])[1 + n % 2], 'contractor.managed', 'contractor' from generate_series(1, 20000) n`);
  await pool.query(
    "insert into contractors (id, company_name, registered_at) values (311, 'Long Story', now()) on conflict do nothing",
  );
  await pool.query('analyze audit_log');
  const asked = vi.spyOn(pool, 'query');
  await history(311, '?limit=25&page=3');
  const calls = asked.mock.calls as unknown as [{ text: string }, unknown[]][];
  asked.mockRestore();
  const [statement, values] =
    calls.find(([{ text }]) => text?.includes('from "audit_log"') && text.includes('limit')) ?? [];
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${statement?.text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan Backward using audit_log_contractor_time');
  expect(plan).not.toContain('Sort');
});
