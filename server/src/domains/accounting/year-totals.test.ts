import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { YearTotalRow } from '@lintel/contract/accounting/year-totals';
import { filingThreshold } from '@lintel/contract/payouts/filing';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
const db = () => app.deps.database.db;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  // Without the demo's rows. Commissions are append-only.
  await db().execute(sql`alter table commissions disable trigger user`);
  await db().execute(sql`delete from commissions`);
  await db().execute(sql`alter table commissions enable trigger user`);
  await db().execute(sql`delete from payouts`);
});
afterAll(() => app.close());

let made = 0;
const earn = (contractorId: number, type: string, amount: number, at: string) =>
  db().execute(sql`
    insert into commissions (contractor_id, type, source, amount_cents, earned_at, booked_at, month)
    values (${contractorId}, ${type}::commission_type, ${`test:${(made += 1)}`}, ${amount}, ${at}, ${at}, '2026-01-01')`);
async function pay(contractorId: number, amount: number, of: { bankDay: string; state?: string }) {
  const { rows } = await db().execute<{ id: number }>(sql`
    insert into payout_runs (month, prepared_at, released_at, effective_on, file_sealed)
    values ('2026-01-01', now(), now(), ${of.bankDay}, 'x') returning id`);
  await db().execute(sql`
    insert into payouts (contractor_id, month, amount_cents, state, run_id, created_at, sent_at)
    values (${contractorId}, ${`2${String((made += 1)).padStart(3, '0')}-01-01`}, ${amount}, ${of.state ?? 'paid'}::payout_state,
      ${rows[0]?.id ?? 0}, now(), '2025-12-30T12:00:00Z')`);
}
const list = async (query: string) =>
  (await admin.get(`/manage/accounting/year-totals?${query}`)).json();
const byId = async (year: number) =>
  new Map((await list(`year=${year}`)).data.map((row: YearTotalRow) => [row.id, row] as const));

test('the threshold is $600 through 2025 and $2,000 from 2026', () => {
  expect([2024, 2025, 2026, 2030].map(filingThreshold)).toEqual([600, 600, 2000, 2000]);
});

test('a year separates commissions, adjustments, and payouts by the bank’s day', async () => {
  // New Year's Eve in the business time zone.
  await earn(101, 'loan', 50_000, '2026-01-01T04:30:00Z');
  await earn(101, 'loan', 70_000, '2026-01-01T05:30:00Z');
  await earn(101, 'loan', -20_000, '2026-06-01T12:00:00Z');
  await earn(101, 'bonus', 25_000, '2026-06-01T12:00:00Z');
  await earn(101, 'adjustment', -5_050, '2026-06-01T12:00:00Z');
  // Sent in 2025, paid in 2026.
  await pay(101, 200_000, { bankDay: '2026-01-02' });
  await pay(101, 60_000, { bankDay: '2025-12-31' });
  await pay(102, 59_999, { bankDay: '2025-06-30', state: 'sent' });
  await pay(102, 199_999, { bankDay: '2026-06-30' });
  await pay(103, 900_000, { bankDay: '2026-06-30', state: 'returned' });
  expect((await byId(2025)).get(101)).toMatchObject({
    earned: 500,
    adjusted: 0,
    paid: 600,
    reportable: true,
  });
  expect((await byId(2025)).get(102)).toMatchObject({ paid: 599.99, reportable: false });
  expect((await byId(2026)).get(101)).toMatchObject({
    earned: 500,
    adjusted: 199.5,
    paid: 2000,
    reportable: true,
  });
  expect((await byId(2026)).get(102)).toMatchObject({ paid: 1999.99, reportable: false });
  expect((await byId(2026)).has(103)).toBe(false);
});

test('sums cover all matches, and filters and order apply', async () => {
  const { data, ...sums } = await list('year=2026&order=-paid');
  expect(data.map((row: YearTotalRow) => row.id)).toEqual([101, 102]);
  expect(sums).toEqual({
    total: 2,
    threshold: 2000,
    reportable: 1,
    earned: 500,
    adjusted: 199.5,
    paid: 3999.99,
  });
  expect((await list('year=2026&filters[reportable]=1')).total).toBe(1);
  expect((await list('year=2026&filters[searchText]=oak')).data).toMatchObject([{ id: 102 }]);
  expect((await list('year=2026&page=2')).data).toEqual([]);
  expect((await admin.get('/manage/accounting/year-totals?year=1999')).statusCode).toBe(400);
  expect((await admin.get('/manage/accounting/year-totals')).statusCode).toBe(400);
});

test('the spreadsheet has the same rows', async () => {
  const { body } = await admin.get('/manage/accounting/year-totals-export?year=2026&order=-paid');
  const [, first, second] = body.split('\r\n');
  expect(first).toMatch(/^2026,101,.*,500\.00,199\.50,2000\.00,Yes$/);
  expect(second).toMatch(/^2026,102,.*,0\.00,0\.00,1999\.99,No$/);
});
