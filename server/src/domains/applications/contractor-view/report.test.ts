import { afterAll, beforeAll, expect, test } from 'vitest';
import { actors, steps } from '@lintel/contract/applications/progress';
import { creditBands } from '@lintel/contract/applications/constants';
import { applicationOrders } from '@lintel/contract/applications/report-columns';
import { choiceFilters } from '@lintel/contract/applications/report-filters';
import { applicationRow, type ApplicationRow } from '@lintel/contract/applications/report-row';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
  await app.deps.database.pool.query("update contractors set time_zone = 'America/New_York'");
});
afterAll(() => app.close());

interface Report {
  data: ApplicationRow[];
  total: number;
  paymentStatus: string;
}
const report = async (query = '', client = pro): Promise<Report> => {
  const answer = await client.get(`/reports-applications?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

test('the report returns rows, their total, and the payment status [ACC-444]', async () => {
  const answer = await report();
  expect(Object.keys(answer).toSorted()).toEqual(['data', 'paymentStatus', 'total']);
  expect(answer).toMatchObject({ total: 130, paymentStatus: 'Failed' });
});

test('every row has the fields of the contract [ACC-167] [ACC-168] [ACC-169] [ACC-170] [ACC-171]', async () => {
  const { data } = await report('limit=100');
  for (const row of data) expect(applicationRow.parse(row)).toEqual(row);
  expect(new Set(data.map(({ appFormComplete }) => appFormComplete))).toEqual(new Set([0, 1]));
  const keys = new Set(data.flatMap(({ receivedOffers }) => Object.keys(receivedOffers)));
  expect(keys).toEqual(new Set(['loan', 'heloc', 'direct', 'creditcard', 'no_offers']));
  const [offer] = data.flatMap(({ receivedOffers }) => Object.values(receivedOffers));
  expect(Object.keys(offer ?? {}).toSorted()).toEqual([
    'cnt',
    'max_amount',
    'name',
    'qualified',
    'selected',
  ]);
  const funded = data.filter(({ fundedDate }) => fundedDate !== null);
  expect(funded.some((row) => (row.funded.loan?.sum ?? 0) > 0)).toBe(true);
  expect(funded.some((row) => row.funded.direct?.name === 'Mainstreet Direct')).toBe(true);
  expect(funded.some((row) => row.funded.creditcard !== undefined)).toBe(true);
});

test('defaults to twenty-five rows, newest first, and accepts only the listed page sizes [ACC-517] [ACC-518] [ACC-519]', async () => {
  const { data } = await report();
  expect(data).toHaveLength(25);
  const started = data.map(({ appFormStarted }) => appFormStarted);
  expect(started).toEqual(started.toSorted().toReversed());
  for (const size of [10, 25, 50, 100])
    expect((await report(`limit=${size}`)).data).toHaveLength(size);
  expect((await pro.get('/reports-applications?limit=24')).json()).toMatchObject({
    error: 'bad_request',
  });
});

test("pages don't overlap or skip rows", async () => {
  const pages = await Promise.all(
    [1, 2, 3].map((page) => report(`limit=50&page=${page}&order=%2BappFormComplete`)),
  );
  const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
  expect(new Set(ids).size).toBe(130);
});

/** Every page by cursor, forward and back, and every page by offset. */
async function walk(order: string): Promise<Record<'counted' | 'there' | 'back', number[][]>> {
  const size = `limit=25&order=${encodeURIComponent(order)}`;
  const idsOf = ({ data }: Report): number[] => data.map(({ id }) => id);
  const counted: number[][] = [];
  for (const page of [1, 2, 3, 4, 5, 6]) counted.push(idsOf(await report(`${size}&page=${page}`)));
  const there = counted.slice(0, 1);
  while (there.length < 6)
    there.push(
      idsOf(await report(`${size}&page=${there.length + 1}&after=${there.at(-1)?.at(-1)}`)),
    );
  const back = counted.slice(-1);
  while (back.length < 6)
    back.unshift(idsOf(await report(`${size}&page=${6 - back.length}&before=${back[0]?.[0]}`)));
  return { counted, there, back };
}

// The first page always uses an offset; the one before the second is requested by its number.
test.each(applicationOrders.flatMap((field) => [`+${field}`, `-${field}`]))(
  'pages by cursor match pages by offset, sorted by %s',
  async (order) => {
    const { counted, there, back } = await walk(order);
    expect(counted.map(({ length }) => length)).toEqual([25, 25, 25, 25, 25, 5]);
    expect(there).toEqual(counted);
    expect(back).toEqual(counted);
  },
);

test("falls back to an offset when the cursor's row is deleted or belongs to another contractor", async () => {
  const second = await report('page=2');
  const { rows } = await app.deps.database.pool.query<{ id: number }>(
    'select a.id from applications a where a.contractor_id <> (select contractor_id from applications where id = $1) limit 1',
    [second.data[0]?.id],
  );
  const foreign = rows[0]?.id;
  expect(foreign).toBeDefined();
  for (const related of ['after=999999999', `after=${foreign}`, `before=${foreign}`])
    expect(await report(`page=2&${related}`)).toEqual(second);
  for (const related of ['after=x', 'before=-1', 'after=1%20or%201'])
    expect((await pro.get(`/reports-applications?page=2&${related}`)).statusCode).toBe(400);
});

test('sorts rows by the listed fields only [ACC-443]', async () => {
  const amounts = (await report('order=-requestedAmount&limit=100')).data.map(
    ({ requestedAmount }) => requestedAmount,
  );
  const known = amounts.filter((amount) => amount !== null);
  expect(known).toEqual(known.toSorted((a, b) => b - a));
  expect(amounts.slice(known.length).every((amount) => amount === null)).toBe(true);
  const names = (await report('order=+applicantName&limit=100&status=funded')).data.map(
    ({ applicantName }) => applicantName.toLowerCase(),
  );
  expect(names).toEqual(names.toSorted());
  expect((await pro.get('/reports-applications?order=-password')).statusCode).toBe(400);
});

test('ignores an empty filter [ACC-443]', async () => {
  const empty = await report('started[gte]=&started[lte]=&status=&search=&coBrandedPage=');
  expect(empty.total).toBeGreaterThan(0);
  expect(empty).toEqual(await report(''));
  expect((await pro.get('/reports-applications?status=qualified')).json().fields.status).toContain(
    'qualifed',
  );
});

test('the credit score filter matches applications with that band in the list and the export', async () => {
  const { rows: counted } = await app.deps.database.pool.query(
    'select credit_band, count(*)::int from applications where contractor_id = 101 and credit_band is not null group by 1',
  );
  expect(new Set(counted.map(({ credit_band }) => credit_band))).toEqual(
    new Set(Object.keys(creditBands)),
  );
  for (const { credit_band: band, count } of counted) {
    const { data, total } = await report(`creditScore=${band}&limit=100`);
    expect(total).toBe(count);
    const shown = new Set(data.map((row) => row.selfReportedCreditScore));
    expect([...shown]).toEqual([Object.entries(creditBands).find(([key]) => key === band)?.[1]]);
    const exported = await pro.get(`/reports-applications-export?format=csv&creditScore=${band}`);
    expect(exported.headers['x-total-rows']).toBe(String(count));
  }
  expect(await report('creditScore=all')).toEqual(await report(''));
  expect((await pro.get('/reports-applications?creditScore=best')).statusCode).toBe(400);
});

test('the status filter has exactly its seven values [ACC-521]', async () => {
  expect(Object.keys(choiceFilters.status.options)).toEqual([
    'all',
    'funded',
    'credit',
    'offer',
    'qualifed',
    'notqualifed',
    'started',
  ]);
  const of = async (status: string) => (await report(`status=${status}&limit=100`)).data;
  expect((await of('started')).every(({ appFormComplete }) => appFormComplete === 0)).toBe(true);
  expect(
    (await of('notqualifed')).every(({ receivedOffers }) => 'no_offers' in receivedOffers),
  ).toBe(true);
  expect(
    (await of('qualifed')).every(({ receivedOffers }) =>
      Object.values(receivedOffers).some(({ qualified }) => qualified > 0),
    ),
  ).toBe(true);
  expect(
    (await of('offer')).every(
      ({ receivedOffers }) =>
        !('no_offers' in receivedOffers) && Object.keys(receivedOffers).length > 0,
    ),
  ).toBe(true);
  expect((await of('credit')).every(({ creditDecision }) => creditDecision === 'APPROVED')).toBe(
    true,
  );
  expect((await of('funded')).every(({ fundedDate }) => fundedDate !== null)).toBe(true);
  for (const status of ['started', 'notqualifed', 'qualifed', 'offer', 'credit', 'funded'])
    expect((await of(status)).length).toBeGreaterThan(0);
  expect((await pro.get('/reports-applications?status=qualified')).statusCode).toBe(400);
});

test('the search covers name, e-mail, phone, and city, and takes wildcards literally', async () => {
  for (const text of ['abbott', 'ALICE', '720-'.slice(0, 3), 'denver'])
    expect((await report(`search=${text}`)).total).toBeGreaterThan(0);
  expect((await report('search=%25')).total).toBe(0);
  expect((await report('search=_')).total).toBe(0);
});

test("filters by one page, and another contractor's page is not found", async () => {
  const pages = (await pro.get('/contractor/101/co-branded-pages/filter-list')).json().data;
  const totals = await Promise.all(
    pages.map(({ id }: { id: number }) => report(`coBrandedPage=${id}`)),
  );
  expect(totals.reduce((sum: number, { total }) => sum + (total as number), 0)).toBe(130);
  expect((await report('coBrandedPage=')).total).toBe(130);
  const brand = await signedInAs(app, 'brand@demo.test');
  expect((await brand.get(`/reports-applications?coBrandedPage=${pages[0].id}`)).statusCode).toBe(
    404,
  );
});

test("an application opens by its id for users with access to the contractor's report, and is not found for others", async () => {
  const [row] = (await report('started[gte]=2020-01-01&order=%2BappFormStarted')).data;
  const path = `/reports-applications/${row?.id}`;
  const one = { ...row, monthlyBudget: expect.toSatisfy((value) => value !== undefined) };
  expect((await pro.get(path)).json()).toEqual({
    data: one,
    details: expect.any(Object),
    paymentStatus: 'Failed',
  });
  expect((await (await signedInAs(app, 'team@demo.test')).get(path)).json().data).toEqual(one);
  for (const email of ['brand@demo.test', 'admin@demo.test'])
    expect((await (await signedInAs(app, email)).get(path)).json()).toMatchObject({
      error: 'not_found',
    });
  expect((await (await signedInAs(app, 'free@demo.test')).get(path)).statusCode).toBe(403);
  expect((await visitor(app).get(path)).statusCode).toBe(401);
  expect((await pro.get('/reports-applications/2000000000')).statusCode).toBe(404);
});

test("an application's details show the homeowner's monthly budget, if given; the report does not", async () => {
  const { pool } = app.deps.database;
  const [first, second] = (await report('limit=10')).data;
  expect(first).not.toHaveProperty('monthlyBudget');
  const set = 'update applications set monthly_budget_cents = $2 where id = $1';
  await pool.query(set, [first?.id, 30_000]);
  await pool.query(set, [second?.id, null]);
  const budgetOf = async (id?: number) =>
    (await pro.get(`/reports-applications/${id}`)).json().data.monthlyBudget;
  expect([await budgetOf(first?.id), await budgetOf(second?.id)]).toEqual([300, null]);
});

test('a contractor sees only its own applications', async () => {
  const brand = await report('limit=100', await signedInAs(app, 'brand@demo.test'));
  const mine = await report('limit=100');
  expect(brand.total).toBe(14);
  expect(brand.data.every(({ pageName }) => pageName === 'oak-and-iron')).toBe(true);
  expect(mine.data.some(({ pageName }) => pageName === 'oak-and-iron')).toBe(false);
});

test("a Limited team user with the report section can read it; a plan without reports can't [ACC-386]", async () => {
  expect((await report('', await signedInAs(app, 'team@demo.test'))).total).toBe(130);
  expect(
    (await (await signedInAs(app, 'free@demo.test')).get('/reports-applications')).statusCode,
  ).toBe(403);
});

test('staff without a contractor get an empty report', async () => {
  expect(await report('', await signedInAs(app, 'admin@demo.test'))).toEqual({
    data: [],
    total: 0,
    paymentStatus: null,
  });
});

test('accepts ranges of more than two years [ACC-374]', async () => {
  expect((await report('started[gte]=01/01/2020&started[lte]=2026-12-31')).total).toBe(130);
});

// The contractor is in New York's time zone. End days count whole; in spring 2 AM becomes 3 AM, and
// in autumn 1 AM occurs twice.
const days: [started: string, from: string, to: string, isIn: boolean][] = [
  ['2026-01-15T04:59:59Z', '2026-01-15', '2026-01-15', false],
  ['2026-01-15T05:00:00Z', '2026-01-15', '2026-01-15', true],
  ['2026-01-16T04:59:59Z', '2026-01-15', '2026-01-15', true],
  ['2026-01-16T05:00:00Z', '2026-01-15', '2026-01-15', false],
  ['2026-03-08T05:00:00Z', '2026-03-08', '2026-03-08', true],
  ['2026-03-09T03:59:59Z', '2026-03-08', '2026-03-08', true],
  ['2026-03-09T04:00:00Z', '2026-03-08', '2026-03-08', false],
  ['2026-11-01T04:00:00Z', '2026-11-01', '2026-11-01', true],
  ['2026-11-02T04:59:59Z', '2026-11-01', '2026-11-01', true],
  ['2024-02-29T12:00:00Z', '2024-02-29', '2024-02-29', true],
  ['2024-03-01T04:59:59Z', '2024-02-01', '2024-02-29', true],
  ['2025-12-31T23:00:00Z', '2025-12-01', '2025-12-31', true],
  ['2026-01-01T04:59:59Z', '2026-01-01', '2026-01-31', false],
];
test("days are in the contractor's time zone", async () => {
  const { pool } = app.deps.database;
  await pool.query(
    "update applications set started_at = '2026-01-15T06:30:00Z', applicant_name = 'Zone Case' where id = (select max(id) from applications where contractor_id = 101)",
  );
  const found = async (day: string): Promise<number> =>
    (await report(`search=zone+case&started[gte]=${day}&started[lte]=${day}`)).total;
  expect([await found('2026-01-14'), await found('2026-01-15')]).toEqual([0, 1]);
  await pool.query("update contractors set time_zone = '' where id = 101");
  // From the address in Denver, where it is still the day before.
  expect([await found('2026-01-14'), await found('2026-01-15')]).toEqual([1, 0]);
  await pool.query("update contractors set time_zone = 'America/New_York' where id = 101");
});

test.each(days)(
  'an application started at %s, requested from %s to %s: %s',
  async (started, from, to, isIn) => {
    const { pool } = app.deps.database;
    await pool.query(
      "update applications set started_at = $1, applicant_name = 'Table Case' where id = (select min(id) from applications where contractor_id = 101)",
      [started],
    );
    const american = (day: string): string => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');
    expect(
      (await report(`search=table+case&started[gte]=${american(from)}&started[lte]=${to}`)).total,
    ).toBe(isIn ? 1 : 0);
  },
);

test.each([
  'started[gte]=2026-02-30',
  'started[gte]=yesterday',
  'started[gte]=2026-02-02&started[lte]=2026-02-01',
  'page=0',
  'coBrandedPage=x',
])('rejects the query %s with 400 and a clear message', async (query) => {
  const answer = await pro.get(`/reports-applications?${query}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message.length).toBeGreaterThan(10);
});

test('finds a phone number in any format', async () => {
  const [row] = (await report()).data;
  const digits = row?.applicantPhone ?? '';
  const written = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  for (const search of [digits, written, `+1 ${written}`, written.slice(6)]) {
    const found = (await report(`search=${encodeURIComponent(search)}&limit=100`)).data;
    expect(found.map(({ id }) => id)).toContain(row?.id);
  }
});

test('rejects a day outside the supported calendar', async () => {
  for (const day of ['0000-01-01', '1899-12-31', '2200-01-01']) {
    expect((await pro.get(`/reports-applications?started[gte]=${day}`)).json().error).toBe(
      'bad_request',
    );
  }
});

test("each row has the next actor and step, the lender's deadline, and when to try again", async () => {
  const { data } = await report('limit=100');
  for (const { nextActor, nextStep } of data) expect(nextActor).toBe(steps[nextStep].actor);
  expect(new Set(data.map(({ nextActor }) => nextActor))).toEqual(new Set(actors));
  const of = (step: string): ApplicationRow[] => data.filter(({ nextStep }) => nextStep === step);
  const now = app.clock.now().toISOString();
  for (const { expiresAt } of of('inform')) expect(expiresAt?.localeCompare(now)).toBe(1);
  for (const { expiresAt, reapplyFrom } of of('expired')) {
    expect(expiresAt?.localeCompare(now)).toBe(-1);
    expect(reapplyFrom).not.toBeNull();
  }
  for (const row of of('funded'))
    expect(row).toMatchObject({ creditDecision: 'APPROVED', expiresAt: null, reapplyFrom: null });
  expect(
    of('inform').length * of('expired').length * of('noOffers').length * of('funded').length,
  ).toBeGreaterThan(0);
});

test('sorts rows by the credit decision shown, to the minute of its expiration', async () => {
  const { pool } = app.deps.database;
  const asked = new Date(app.clock.now().getTime() - 50 * 86_400_000 - 60_000);
  await pool.query(
    'update applications set information_requested_at = $1, approved_at = null where id in (select id from applications where contractor_id = 101 and has_offers and funded_at is null order by id limit 2)',
    [asked.toISOString()],
  );
  const decisions = (await report('limit=100&order=-creditDecision')).data.map(
    ({ creditDecision }) => creditDecision,
  );
  const inOrder = ['EXPIRED', 'APPROVED', '-'].flatMap((one) =>
    decisions.filter((decision) => decision === one),
  );
  expect(decisions).toEqual(inOrder);
  expect(new Set(decisions).size).toBe(3);
});

test('the demo shows every credit decision and some of every status', async () => {
  const { data } = await report('limit=100');
  expect(new Set(data.map(({ creditDecision }) => creditDecision))).toEqual(
    new Set(['APPROVED', 'EXPIRED', '-']),
  );
  for (const status of Object.keys(choiceFilters.status.options))
    expect((await report(`status=${status}`)).total).toBeGreaterThan(0);
});
