import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '@lintel/contract/core/durations';
import { commissionRow, type CommissionRow } from '@lintel/contract/commissions/report';
import {
  commissionLabels,
  commissionTypes,
  earnedTypes,
} from '@lintel/contract/commissions/constants';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';
import { addMonths, dayIn } from '../../platform/days.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

interface Report {
  data: CommissionRow[];
  total: number;
  commissionTotal: number;
}
const report = async (query = '', client = pro): Promise<Report> => {
  const answer = await client.get(`/reports-commissions?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const filtered = (filters: object, more = 'limit=100'): Promise<Report> =>
  report(`${more}&filters=${encodeURIComponent(JSON.stringify(filters))}`);
const today = (): string => dayIn(app.clock.now(), 'America/New_York');
const cents = (rows: readonly CommissionRow[]): number =>
  rows.reduce((sum, { commission }) => sum + Math.round(commission * 100), 0);
/** All rows of the past two years, page by page. */
const all = async (more = ''): Promise<CommissionRow[]> => {
  const { total } = await report(`limit=100${more}`);
  const pages = Array.from({ length: Math.ceil(total / 100) }, (_none, page) =>
    report(`limit=100&page=${page + 1}${more}`),
  );
  return (await Promise.all(pages)).flatMap(({ data }) => data);
};

describe('the report', () => {
  test('returns rows, and count and sum of all matches, not only of the page [ACC-446]', async () => {
    const { data, total, commissionTotal, ...rest } = await report('limit=10');
    expect(rest).toEqual({});
    expect(data).toHaveLength(10);
    expect(total).toBeGreaterThan(10);
    const rows = await all();
    expect(rows).toHaveLength(total);
    expect(Math.round(commissionTotal * 100)).toBe(cents(rows));
  });

  test('returns the fields of the contract, with types of each kind [ACC-172] [ACC-173]', async () => {
    const rows = await all();
    for (const row of rows) expect(commissionRow.parse(row)).toEqual(row);
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(
      [
        'id',
        'userName',
        'companyName',
        'date',
        'commission',
        'type',
        'fundedAmount',
        'onHold',
        'note',
      ].toSorted(),
    );
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(earnedTypes));
    const loan = rows.find(({ type }) => type === 'loan');
    expect(Math.round((loan?.fundedAmount ?? 0) * 100)).toBeGreaterThan(0);
    expect(Math.round((loan?.commission ?? 0) * 100)).toBe(Math.round(loan?.fundedAmount ?? 0));
    expect(
      rows
        .filter(({ type }) => type === 'partner')
        .every(({ fundedAmount }) => fundedAmount === null),
    ).toBe(true);
  });

  test('has 25 rows by default, newest first, and accepts only the listed page sizes [ACC-522] [ACC-523] [ACC-525]', async () => {
    const { data } = await report();
    expect(data).toHaveLength(25);
    const dates = data.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const { total } = await report();
    for (const size of [10, 25, 50, 100])
      expect((await report(`limit=${size}`)).data).toHaveLength(Math.min(size, total));
    for (const size of ['0', '20', '101', '1000', 'all']) {
      const answer = await pro.get(`/reports-commissions?limit=${size}`);
      expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
        400,
        'bad_request',
      ]);
    }
  });

  test('accepts an order, a page, a size, the user, and filters in brackets or as JSON [ACC-445]', async () => {
    const [from, to] = [addMonths(today(), -6), today()];
    const brackets = `filters[viewDate][start]=${from}&filters[viewDate][end]=${to}&filters[searchText]=a&filters[type]=loan`;
    const json = encodeURIComponent(
      JSON.stringify({ viewDate: { start: from, end: to }, searchText: 'a', type: 'loan' }),
    );
    const query = 'order=-commission&page=1&limit=10&userId=11';
    const [one, other] = [
      await report(`${query}&${brackets}`),
      await report(`${query}&filters=${json}`),
    ];
    expect(one).toEqual(other);
    expect(one.data.length).toBeGreaterThan(0);
    expect(one.data.every(({ type }) => type === 'loan')).toBe(true);
    const american = `filters[viewDate][start]=${from.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')}&filters[searchText]=a&filters[type]=loan`;
    expect(await report(`${query}&${american}`)).toEqual(one);
    const empty = encodeURIComponent(
      JSON.stringify({ viewDate: { start: '', end: '' }, searchText: '', type: '' }),
    );
    expect(await report(`${query}&filters=${empty}`)).toEqual(await report(query));
  });

  test('sorts by each column in both directions without overlaps or gaps, and rejects other orders', async () => {
    const reading: Record<string, (row: CommissionRow) => string | number> = {
      userName: ({ userName }) => userName.toLowerCase(),
      date: ({ date }) => date,
      commission: ({ commission }) => commission,
      type: ({ type }) => commissionLabels[type],
    };
    for (const [field, of] of Object.entries(reading)) {
      for (const direction of ['+', '-']) {
        const rows = await all(`&order=${encodeURIComponent(direction + field)}`);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        const values = rows.map(of);
        const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        if (field !== 'userName')
          expect(values).toEqual(direction === '+' ? sorted : sorted.toReversed());
      }
    }
    const types = (await all('&order=%2Btype')).map(({ type }) => type);
    expect([...new Set(types)].map((type) => commissionLabels[type])).toEqual([
      '0% funding',
      'HELOC (per qualified lead)',
      'Loans',
      'Partner',
      'Referral',
    ]);
    for (const order of ['-fundedAmount', 'date', '-id;drop']) {
      expect(
        (await pro.get(`/reports-commissions?order=${encodeURIComponent(order)}`)).statusCode,
      ).toBe(400);
    }
  });

  test('filters by six types, where funded means loans and 0% funding [ACC-530]', async () => {
    const rows = await all();
    for (const type of commissionTypes) {
      const expected = rows.filter((row) => row.type === type);
      const found = await filtered({ type });
      expect(found.total).toBe(expected.length);
      expect(Math.round(found.commissionTotal * 100)).toBe(cents(expected));
    }
    const funded = await filtered({ type: 'funded' });
    const expected = rows.filter(({ type }) => type === 'loan' || type === 'credit_card');
    expect([funded.total, Math.round(funded.commissionTotal * 100)]).toEqual([
      expected.length,
      cents(expected),
    ]);
    expect((await report('filters[type]=&limit=100')).total).toBe(
      (await report('limit=100')).total,
    );
    const unknown = await pro.get('/reports-commissions?filters[type]=direct');
    expect([unknown.statusCode, unknown.json().fields]).toEqual([
      400,
      {
        'filters.type':
          'Please choose one of: funded, loan, heloc, credit_card, partner, referral, adjustment, bonus.',
      },
    ]);
  });

  test('searches customers and companies case-insensitively, with literal wildcards', async () => {
    const [row] = await all();
    const found = await filtered({ searchText: row?.userName.toUpperCase() });
    expect(found.data.some(({ id }) => id === row?.id)).toBe(true);
    expect(
      (await filtered({ searchText: 'summit solar' })).data.every(
        ({ companyName }) => companyName === 'Summit Solar',
      ),
    ).toBe(true);
    for (const searchText of ['%', '_', '\\', "' or 1=1 --"])
      expect((await filtered({ searchText })).total).toBe(0);
  });
});

describe('the days of the report', () => {
  test('must be between 2 years ago and today, or a clear message follows [ACC-375]', async () => {
    const [oldest, newest] = [addMonths(today(), -24), today()];
    expect((await filtered({ viewDate: { start: oldest, end: newest } })).total).toBeGreaterThan(0);
    const shifted = (day: string, days: number): string =>
      new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
    for (const viewDate of [
      { start: shifted(oldest, -1) },
      { end: shifted(newest, 1) },
      { start: newest, end: shifted(newest, -1) },
    ]) {
      const answer = await pro.get(
        `/reports-commissions?filters=${encodeURIComponent(JSON.stringify({ viewDate }))}`,
      );
      expect(answer.statusCode).toBe(400);
      expect(answer.json<{ message: string }>().message).toMatch(
        /past 2 years|The start must not be after the end/,
      );
    }
    for (const start of ['2026-13-01', 'yesterday', '2026-02-30'])
      expect(
        (await pro.get(`/reports-commissions?filters[viewDate][start]=${start}`)).statusCode,
      ).toBe(400);
  });

  test.each([
    ['a plain day', '2026-06-15T16:00:00Z', '2024-06-15'],
    ['a leap day, in a year without one', '2028-02-29T16:00:00Z', '2026-02-28'],
    ['an evening in New York that is the next day in UTC', '2026-07-01T02:00:00Z', '2024-06-30'],
    ['new year', '2027-01-01T05:00:00Z', '2025-01-01'],
    ['the moment before new year', '2027-01-01T04:59:59Z', '2024-12-31'],
    ['the night the clocks go forward', '2026-03-08T06:59:59Z', '2024-03-08'],
    ['the night the clocks go back', '2026-11-01T05:30:00Z', '2024-11-01'],
  ])('two years before %s', (_what, now, oldest) => {
    expect(addMonths(dayIn(new Date(now), 'America/New_York'), -24)).toBe(oldest);
  });

  test('start and end at midnight of the business time zone, end day inclusive, even across a clock change', async () => {
    const { rows } = await app.deps.database.db.execute<{ id: string }>(sql`
      insert into commissions (contractor_id, type, source, amount_cents, earned_at, booked_at, month) values
      (104, 'referral', 'edge-1', 1, '2026-03-08 04:59:59.999Z', now(), '2026-03-01'),
      (104, 'referral', 'edge-2', 10, '2026-03-08 05:00:00Z', now(), '2026-03-01'),
      (104, 'referral', 'edge-3', 100, '2026-03-09 03:59:59.999Z', now(), '2026-03-01'),
      (104, 'referral', 'edge-4', 1000, '2026-03-09 04:00:00Z', now(), '2026-03-01') returning id`);
    expect(rows).toHaveLength(4);
    const admin = await signedInAs(app, 'admin@demo.test');
    await admin.switchInto(14);
    const day = encodeURIComponent(
      JSON.stringify({ viewDate: { start: '2026-03-08', end: '2026-03-08' } }),
    );
    const { total, commissionTotal } = await report(`filters=${day}`, admin);
    expect([total, commissionTotal]).toEqual([2, 1.1]);
  });
});

describe('the months', () => {
  test('add up to the report, by type and oldest first', async () => {
    const answer = await pro.get('/reports-commissions/months?userId=11');
    const { data } = answer.json<{
      data: { month: string; sums: Record<string, number>; total: number }[];
    }>();
    const months = data.map(({ month }) => month);
    expect(months).toEqual(months.toSorted());
    const rows = await all();
    for (const { month, sums, total } of data) {
      const own = rows.filter(({ date }) =>
        dayIn(new Date(date), 'America/New_York').startsWith(month),
      );
      expect(Math.round(total * 100)).toBe(cents(own));
      for (const type of commissionTypes)
        expect(Math.round((sums[type] ?? 0) * 100)).toBe(
          cents(own.filter((row) => row.type === type)),
        );
    }
    expect(data.reduce((sum, { total }) => sum + Math.round(total * 100), 0)).toBe(cents(rows));
  });
});

describe('access to commissions', () => {
  const paths = [
    '/reports-commissions',
    '/reports-commissions-export',
    '/reports-commissions/months',
    '/reports-commissions/statement?month=2026-01',
  ];

  test('requires a session, and a plan that includes the report [ACC-387]', async () => {
    const [stranger, free, team] = [
      visitor(app),
      await signedInAs(app, 'free@demo.test'),
      await signedInAs(app, 'team@demo.test'),
    ];
    for (const path of paths) {
      expect((await stranger.get(path)).statusCode).toBe(401);
      expect((await free.get(path)).statusCode).toBe(403);
      expect((await team.get(path)).statusCode).toBe(403);
    }
  });

  test('requires read on the account, or manage_read on the switched staff account [ACC-387]', async () => {
    const { db } = app.deps.database;
    await db.execute(
      sql`delete from role_privileges where role_id = 11 and resource = 'reports-commissions' and code = 'access'`,
    );
    expect((await report()).total).toBeGreaterThan(0);
    await db.execute(
      sql`delete from role_privileges where role_id = 2 and resource = 'reports-commissions'`,
    );
    const support = await signedInAs(app, 'support@demo.test');
    await support.switchInto(11);
    expect((await support.get('/reports-commissions')).statusCode).toBe(403);
    await db.execute(
      sql`insert into role_privileges (role_id, resource, code) values (2, 'reports-commissions', 'manage_read')`,
    );
    expect((await support.get('/reports-commissions')).statusCode).toBe(200);
  });

  test("never includes another contractor's rows, whatever the query", async () => {
    const brand = await signedInAs(app, 'brand@demo.test');
    const ids = new Set((await all()).map(({ id }) => id));
    const { data } = await report('limit=100', brand);
    expect(data.length).toBeGreaterThan(0);
    expect(data.some(({ id }) => ids.has(id))).toBe(false);
    for (const path of paths) {
      const joined = path.includes('?') ? '&' : '?';
      expect((await brand.get(`${path}${joined}userId=11`)).statusCode).toBe(404);
    }
  });

  test('gives staff on their own account an empty report and no file', async () => {
    const admin = await signedInAs(app, 'admin@demo.test');
    expect(await report('', admin)).toEqual({ data: [], total: 0, commissionTotal: 0 });
    expect((await admin.get('/reports-commissions-export')).statusCode).toBe(404);
    expect((await admin.get('/reports-commissions/statement?month=2026-01')).statusCode).toBe(404);
  });

  test('a Concierge contractor has referral and partner bonuses only', async () => {
    const concierge = await signedInAs(app, 'concierge@demo.test');
    const { data } = await report('limit=100', concierge);
    expect(new Set(data.map(({ type }) => type))).toEqual(new Set(['referral', 'partner']));
  });
});
