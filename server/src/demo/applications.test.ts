import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '@lintel/contract/core/durations';
import { stepKeys } from '@lintel/contract/applications/progress';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import { createTestApp, signedInAs, type TestApp } from '../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const sql = async (text: string) => (await app.deps.database.pool.query(text)).rows;
const age = ({ appFormStarted }: ApplicationRow): number =>
  (app.clock.now().getTime() - Date.parse(appFormStarted)) / dayMs;

async function rowsOf(email: string): Promise<ApplicationRow[]> {
  const client = await signedInAs(app, email);
  const pages = await Promise.all(
    [1, 2].map((page) => client.get(`/reports-applications?limit=100&page=${page}`)),
  );
  return pages.flatMap((page) => page.json().data);
}

test('the owner of Summit Roofing has at least 120 applications over two years, in every lasting state', async () => {
  const rows = await rowsOf('pro@demo.test');
  expect(rows.length).toBeGreaterThanOrEqual(120);
  expect(Math.max(...rows.map(age))).toBeGreaterThan(700);
  expect(Math.min(...rows.map(age))).toBeLessThan(1);
  // Sandbox lenders answer within seconds, so no application stays in the lender search.
  expect(new Set(rows.map(({ nextStep }) => nextStep))).toEqual(
    new Set(stepKeys.filter((step) => step !== 'search')),
  );
});

test('no demo application has two choices or two fundings', async () => {
  for (const happened of ['chosen_at', 'funded_at', 'approved_at'])
    expect(
      await sql(
        `select application_id from offers where ${happened} is not null group by 1 having count(*) > 1`,
      ),
    ).toEqual([]);
  expect(
    await sql('select id from offers where funded_at is not null and chosen_at is null'),
  ).toEqual([]);
});

test.each(['pro@demo.test', 'brand@demo.test', 'concierge@demo.test'])(
  'old applications have ended, and nothing is dated in the future, for %s',
  async (email) => {
    const longest = { choose: 31, decide: 8, startWork: 46, inform: 51 };
    for (const row of await rowsOf(email)) {
      const most = longest[row.nextStep as keyof typeof longest] ?? Number.POSITIVE_INFINITY;
      expect([row.nextStep, age(row) < most]).toEqual([row.nextStep, true]);
      expect(age(row)).toBeGreaterThanOrEqual(0);
      if (row.fundedDate !== null)
        expect(Date.parse(row.fundedDate)).toBeLessThanOrEqual(app.clock.now().getTime());
    }
  },
);

test('no demo row with an offer labeled Qualified is EXPIRED [ACC-233]', async () => {
  const rows = (
    await Promise.all(['pro@demo.test', 'brand@demo.test', 'concierge@demo.test'].map(rowsOf))
  ).flat();
  const isQualified = ({ receivedOffers }: ApplicationRow): boolean =>
    Object.values(receivedOffers).some(({ qualified }) => qualified > 0);
  expect(rows.filter(({ creditDecision }) => creditDecision === 'EXPIRED').length).toBeGreaterThan(
    0,
  );
  expect(rows.filter((row) => row.creditDecision === 'EXPIRED' && isQualified(row))).toEqual([]);
});

test("the demo's past sends no messages and leaves no lender jobs", async () => {
  const jobs = await sql(
    "select identifier from graphile_worker._private_jobs join graphile_worker._private_tasks on _private_tasks.id = task_id where identifier like 'applications.%'",
  );
  expect(jobs).toEqual([]);
});
