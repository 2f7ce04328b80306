import { afterAll, beforeAll, expect, test } from 'vitest';
import type { graphApplications } from '@lintel/contract/applications/graphs';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

const graphs = async (
  query: string,
  client = pro,
): Promise<ResponseBody<typeof graphApplications>> => {
  const answer = await client.get(`/reports-applications/graphs?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const total = async (query: string): Promise<number> =>
  (await pro.get(`/reports-applications?${query}`)).json().total;
const ever = 'started[gte]=01/01/2020';
const stages = ['started', 'submitted', 'offers', 'approved', 'funded'] as const;

test('the totals match the list', async () => {
  const { totals } = await graphs(ever);
  expect(totals).toEqual({
    started: 130,
    submitted: 130 - (await total(`${ever}&status=started`)),
    offers: await total(`${ever}&status=offer`),
    approved: await total(`${ever}&status=credit`),
    funded: await total(`${ever}&status=funded`),
  });
  for (const [index, stage] of stages.slice(1).entries())
    expect(totals[stage]).toBeLessThanOrEqual(totals[stages[index] ?? 'started']);
});

test('periods, pages, and sources each add up to the totals', async () => {
  const { totals, periods, pages, sources, unit } = await graphs(ever);
  expect(unit).toBe('month');
  expect(pages.map(({ pageName }) => pageName).toSorted()).toEqual([
    'summit-roofing',
    'summit-solar',
    'summit-windows',
  ]);
  expect(sources.length).toBeGreaterThan(3);
  for (const parts of [periods, pages, sources]) {
    for (const stage of stages)
      expect(parts.reduce((sum, part) => sum + part[stage], 0)).toBe(totals[stage]);
  }
  const first = await graphs('');
  expect(first.periods[0]?.started).toBeGreaterThan(0);
  expect(first.totals.started).toBe(130);
});

test('days are in the business time zone, and weeks begin on Sunday', async () => {
  const { pool } = app.deps.database;
  await pool.query(
    "update applications set started_at = '2026-03-02T04:30:00Z' where id = (select max(id) from applications where contractor_id = 101)",
  );
  const { unit, periods } = await graphs('started[gte]=2026-02-25&started[lte]=2026-03-03');
  expect(unit).toBe('day');
  expect(periods).toHaveLength(7);
  const days = 'started[gte]=2026-03-01&started[lte]=2026-03-01';
  expect((await graphs(days)).totals.started).toBe(await total(days));
  expect(periods.find(({ from }) => from === '2026-03-01')?.started).toBe(await total(days));
  const weeks = await graphs('started[gte]=2026-02-01&started[lte]=2026-03-31');
  expect(weeks.unit).toBe('week');
  expect(weeks.periods.map(({ from }) => new Date(from).getUTCDay())).toEqual(
    weeks.periods.map(() => 0),
  );
  expect(weeks.periods.find(({ from }) => from === '2026-03-01')?.started).toBeGreaterThan(0);
});

test('graphs can be limited to one page, and days without applications are empty', async () => {
  const { pages } = await graphs(ever);
  const [page] = pages;
  expect((await graphs(`${ever}&coBrandedPage=${page?.pageId}`)).totals.started).toBe(
    page?.started,
  );
  const none = await graphs('started[gte]=2020-01-01&started[lte]=2020-01-31');
  expect(none).toEqual({
    unit: 'day',
    totals: { started: 0, submitted: 0, offers: 0, approved: 0, funded: 0 },
    periods: [],
    pages: [],
    sources: [],
  });
});

test("graphs show only the contractor's own applications and pages, and require the report permission", async () => {
  const brand = await signedInAs(app, 'brand@demo.test');
  const own = await graphs(ever, brand);
  expect(own.totals.started).toBe(14);
  const { pages } = await graphs(ever);
  expect(
    (await brand.get(`/reports-applications/graphs?coBrandedPage=${pages[0]?.pageId}`)).statusCode,
  ).toBe(404);
  expect((await graphs(ever, await signedInAs(app, 'team@demo.test'))).totals.started).toBe(130);
  expect(
    (await (await signedInAs(app, 'free@demo.test')).get('/reports-applications/graphs'))
      .statusCode,
  ).toBe(403);
  expect((await graphs(ever, await signedInAs(app, 'admin@demo.test'))).totals.started).toBe(0);
});

const analytics = async (query = '', client = pro, id = 101) =>
  client.get(`/contractor/${id}/co-branded/analytics?${query}`);
const days = (start: string, end: string): string =>
  `lastEditDate[start]=${start}&lastEditDate[end]=${end}`;

test('page analytics count applications sent, offers received, and offers funded within the days [ACC-152] [ACC-408]', async () => {
  const whole = (await analytics(days('01/01/2020', '12/31/2030'))).json();
  const { totals } = await graphs(ever);
  const lists = await Promise.all(
    [1, 2].map((page) => pro.get(`/reports-applications?limit=100&page=${page}&${ever}`)),
  );
  const rows: ApplicationRow[] = lists.flatMap((list) => list.json().data);
  const offers = rows
    .flatMap(({ receivedOffers }) => Object.values(receivedOffers))
    .reduce((sum, { cnt }) => sum + cnt, 0);
  expect(Object.keys(whole).toSorted()).toEqual([
    'fundingOffers',
    'receivedOffers',
    'submittedApplications',
  ]);
  expect(whole.submittedApplications).toBe(totals.submitted);
  const funded = await app.deps.database.pool.query(
    'select 1 from offers where contractor_id = 101 and funded_at is not null',
  );
  expect(whole.fundingOffers).toBe(funded.rowCount);
  expect(whole.receivedOffers).toBe(offers);
  expect((await analytics()).json()).toEqual(whole);
  expect((await analytics(days('01/01/2020', '12/31/2020'))).json()).toEqual({
    submittedApplications: 0,
    receivedOffers: 0,
    fundingOffers: 0,
  });
  const { pool } = app.deps.database;
  await pool.query(
    "update applications set completed_at = '2021-06-02T03:59:59Z' where id = (select min(id) from applications where contractor_id = 101 and completed_at is not null)",
  );
  expect((await analytics(days('06/01/2021', '06/01/2021'))).json().submittedApplications).toBe(1);
  expect((await analytics(days('06/02/2021', '06/02/2021'))).json().submittedApplications).toBe(0);
});

test('rejects analytics with an invalid day, without the report permission, or for another contractor [ACC-388]', async () => {
  expect((await analytics('lastEditDate[start]=2021-02-30')).statusCode).toBe(400);
  expect((await analytics(days('02/02/2026', '02/01/2026'))).statusCode).toBe(400);
  expect((await analytics('', pro, 102)).statusCode).toBe(404);
  const team = await signedInAs(app, 'team@demo.test');
  expect((await analytics('', team)).statusCode).toBe(200);
  await app.deps.database.pool.query(
    "update users set team_resources = '{co-branded}' where email = 'team@demo.test'",
  );
  expect((await analytics('', team)).statusCode).toBe(403);
  expect((await analytics('', await signedInAs(app, 'mailer@demo.test'))).statusCode).toBe(403);
  expect((await analytics('', await signedInAs(app, 'admin@demo.test'))).statusCode).toBe(404);
});
