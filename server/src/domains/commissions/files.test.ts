import { sql } from 'drizzle-orm';
import readSheets from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommissionRow } from '@lintel/contract/commissions/report';
import { commissionLabels, commissionTypes } from '@lintel/contract/commissions/constants';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { aboutPdf, readPdf } from '../../../test/pdf.ts';
import { addMonths, dayIn, firstDayOfMonth, lastDayOfMonth, toMonth } from '../../platform/days.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

const zone = 'America/New_York';
const today = (): string => dayIn(app.clock.now(), zone);
const rowsOf = async (
  query: string,
): Promise<{ data: CommissionRow[]; total: number; commissionTotal: number }> =>
  (await pro.get(`/reports-commissions?limit=100&${query}`)).json();
const json = (filters: object): string => `filters=${encodeURIComponent(JSON.stringify(filters))}`;
const money = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

describe('the export', () => {
  const titles = [
    'Customer',
    'Company',
    'Date',
    'Commission (USD)',
    'Type',
    'Funded amount (USD)',
    'Reason',
  ];

  test('accepts order, userId, and filters as JSON, and returns the report’s rows as a workbook [ACC-448]', async () => {
    const query = `order=-commission&${json({ viewDate: { start: addMonths(today(), -12), end: today() }, searchText: 'a', type: 'funded' })}`;
    const answer = await pro.get(`/reports-commissions-export?userId=11&${query}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="commissions-${addMonths(today(), -12)}-${today()}.xlsx"`,
    );
    const [sheet] = await readSheets(answer.rawPayload);
    const { data } = await rowsOf(query);
    expect(data.length).toBeGreaterThan(1);
    expect(sheet?.data).toEqual([
      titles,
      ...data.map((row) => [
        row.userName,
        row.companyName,
        new Date(dayIn(new Date(row.date), zone)),
        row.commission,
        commissionLabels[row.type],
        row.fundedAmount,
        row.note === '' ? null : row.note,
      ]),
    ]);
  });

  test('is CSV with format=csv, and covers two years by default', async () => {
    const answer = await pro.get('/reports-commissions-export?format=csv');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain(
      `commissions-${addMonths(today(), -24)}-${today()}.csv`,
    );
    const lines = answer.body.trimEnd().split('\r\n');
    expect(lines[0]).toBe(`\uFEFF${titles.join(',')}`);
    expect(lines).toHaveLength((await rowsOf('')).total + 1);
  });

  test('rejects what the report rejects, and other formats', async () => {
    for (const query of [
      'format=pdf',
      'order=-password',
      'filters=notjson',
      'filters[type]=direct',
      json({ viewDate: { start: '2001-01-01' } }),
    ])
      expect((await pro.get(`/reports-commissions-export?${query}`)).statusCode).toBe(400);
  });

  test(
    'streams thousands of rows in any order without losing or repeating one',
    { timeout: 60_000 },
    async () => {
      await app.deps.database.db.execute(sql`
      insert into commissions (contractor_id, type, source, user_name, company_name, amount_cents, earned_at, booked_at, month)
      select 105, (array['loan', 'partner', 'referral'])[1 + n % 3]::commission_type, 'many-' || n, 'Customer ' || n % 7, '=HYPERLINK("x")', n % 50,
        now() - make_interval(days => n % 400), now(), '2026-01-01' from generate_series(1, 4321) n`);
      const admin = await signedInAs(app, 'admin@demo.test');
      await admin.switchInto(15);
      for (const order of ['-date', '+date', '-commission', '+type', '-userName']) {
        const answer = await admin.get(
          `/reports-commissions-export?format=csv&order=${encodeURIComponent(order)}`,
        );
        const lines = answer.body.trimEnd().split('\r\n').slice(1);
        expect(lines).toHaveLength(4321);
        const sum = lines.reduce(
          (total, line) => total + Math.round(Number(line.split(',').at(-4)) * 100),
          0,
        );
        expect(sum).toBe(
          Array.from({ length: 4321 }, (_none, index) => (index + 1) % 50).reduce(
            (a, b) => a + b,
            0,
          ),
        );
      }
      const { body } = await admin.get('/reports-commissions-export?format=csv');
      expect(body).toContain(`"'=HYPERLINK(""x"")"`);
    },
  );
});

describe('the statement', () => {
  const statement = (month: string, client = pro) =>
    client.get(`/reports-commissions/statement?month=${month}&userId=11`);
  const monthRows = (month: string) =>
    rowsOf(json({ viewDate: { start: firstDayOfMonth(month), end: lastDayOfMonth(month) } }));

  test('is a PDF with every row of the month and sums per type and in total that match the report', async () => {
    const months = (await pro.get('/reports-commissions/months')).json<{
      data: { month: string; sums: Record<string, number>; total: number }[];
    }>();
    const whole = months.data.filter(
      ({ month }) => firstDayOfMonth(month) >= addMonths(today(), -24) && month < toMonth(today()),
    );
    const [month] = whole.toSorted(
      (a, b) => Object.keys(b.sums).length - Object.keys(a.sums).length,
    );
    expect(month).toBeDefined();
    const answer = await statement(month?.month ?? '');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="commissions-statement-${month?.month}.pdf"`,
    );
    expect((await aboutPdf(answer.rawPayload)).title).toMatch(/^Commission statement [A-Z]/);
    const { text } = await readPdf(answer.rawPayload);
    const { data, commissionTotal } = await monthRows(month?.month ?? '');
    expect(text).toContain('Summit Roofing LLC');
    for (const { userName, commission } of data) {
      expect(text).toContain(userName);
      expect(text).toContain(money(commission));
    }
    for (const type of commissionTypes) {
      const sum = month?.sums[type];
      if (sum !== undefined) expect(text).toContain(money(sum));
    }
    expect(text.split(money(commissionTotal)).length - 1).toBeGreaterThanOrEqual(2);
    expect(month?.total).toBe(commissionTotal);
  });

  test('of a month without commissions says so', async () => {
    const brand = await signedInAs(app, 'brand@demo.test');
    const month = toMonth(addMonths(today(), -23));
    const { text } = await readPdf(
      (await brand.get(`/reports-commissions/statement?month=${month}`)).rawPayload,
    );
    expect(text).toContain('There are no commissions in this month.');
    expect(text).toContain('$0.00');
  });

  test('prints user input literally, and spans several pages for long lists', async () => {
    const month = toMonth(addMonths(today(), -2));
    await app.deps.database.db.execute(sql`
      insert into commissions (contractor_id, type, source, user_name, company_name, amount_cents, earned_at, booked_at, month)
      select 104, 'loan', 'pdf-' || n, '#panic("x") $x$ *b* ' || n, repeat('W', 120), case when n = 3 then -500 else 1000 end,
        (${month} || '-15')::timestamptz, now(), (${month} || '-01')::date from generate_series(1, 60) n`);
    const admin = await signedInAs(app, 'admin@demo.test');
    await admin.switchInto(14);
    const answer = await admin.get(`/reports-commissions/statement?month=${month}`);
    const { text, pages } = await readPdf(answer.rawPayload);
    expect(pages.length).toBeGreaterThan(1);
    expect(text).toContain('#panic("x") $x$ *b* 60');
    expect(text).toContain('-$5.00');
    expect(text).toContain('$585.00');
    expect(pages[1]).toContain(`of ${pages.length}`);
  });

  test('covers only months of the past 2 years', async () => {
    for (const month of [
      toMonth(addMonths(today(), 1)),
      toMonth(addMonths(today(), -25)),
      '2026-13',
      '2026',
      '',
    ])
      expect((await statement(month)).statusCode).toBe(400);
    expect((await statement(toMonth(today()))).statusCode).toBe(200);
  });
});
