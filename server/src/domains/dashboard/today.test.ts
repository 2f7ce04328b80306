import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '@lintel/contract/core/durations';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import { todayCounted, type readToday } from '@lintel/contract/dashboard';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { dayIn } from '../../platform/days.ts';
import { sumMonth } from './today.ts';

type Today = ResponseBody<typeof readToday>;

let app: TestApp;
let pro: TestClient;
let brand: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
  brand = await signedInAs(app, 'brand@demo.test');
});
afterAll(() => app.close());
beforeEach(() => run('delete from application_follow_ups'));

const run = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  app.deps.database.pool.query<Row>(text, values);
const today = async (client = pro, limit = 25): Promise<Today> => {
  const answer = await client.get(`/dashboard/today?limit=${limit}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const idsOf = ({ items }: Today['toDo']['choose']): number[] =>
  items.map(({ applicationId }) => applicationId);
const daysAgo = (days: number): string =>
  new Date(app.clock.now().getTime() - days * dayMs).toISOString();
/** Summit Roofing's days are in Denver time. */
const dayOf = (at: string): string => dayIn(new Date(at), 'America/Denver');
const inDays = (days: number): string => dayOf(daysAgo(-days));

/** All applications of Summit Roofing from the report, newest first. */
async function allRows(): Promise<ApplicationRow[]> {
  const rows: ApplicationRow[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await pro.get(`/reports-applications?limit=100&page=${page}`);
    const { data, total } = answer.json();
    rows.push(...data);
    if (rows.length >= total) return rows;
  }
}

/** Applications of Summit Roofing with offers and no choice, as if just submitted. */
async function withOffers(count: number): Promise<number[]> {
  const { rows } = await run<{ id: string }>(
    `update applications set completed_at = $1, answered_at = $1, has_offers = true, approved_at = null, funded_at = null,
       withdrawn_at = null, information_requested_at = null, anonymised_at = null, is_qualified = false
     where id in (select a.id from applications a where contractor_id = 101 and exists
       (select from offers o where o.contractor_id = 101 and o.application_id = a.id) order by id limit $2)
       and contractor_id = 101 returning id`,
    [daysAgo(0.01), count],
  );
  const ids = rows.map(({ id }) => Number(id));
  await run(
    `update offers set chosen_at = null, approved_at = null, funded_at = null, withdrawn_at = null
     where contractor_id = 101 and application_id = any($1)`,
    [ids],
  );
  return ids.toSorted((one, other) => one - other);
}

test("pending work matches the report's application statuses", async () => {
  const { toDo } = await today();
  const rows = await allRows();
  const since = app.clock.now().getTime() - 90 * dayMs;
  const of = (step: ApplicationRow['nextStep']): Set<number> =>
    new Set(rows.filter(({ nextStep }) => nextStep === step).map(({ id }) => id));
  for (const [kind, step] of [
    ['choose', 'choose'],
    ['begin', 'startWork'],
    ['expiring', 'inform'],
    ['inform', 'inform'],
  ] as const) {
    const ids = idsOf(toDo[kind]);
    expect(
      ids.every((id) => of(step).has(id)),
      kind,
    ).toBe(true);
  }
  const fresh = rows.filter(
    ({ nextStep, appFormStarted }) => nextStep === 'choose' && Date.parse(appFormStarted) > since,
  );
  expect(fresh.length).toBeGreaterThan(0);
  expect(toDo.choose.count).toBe(fresh.length);
  const waiting = rows.filter(({ nextStep, expiresAt }) => nextStep === 'inform' && expiresAt);
  const soon = waiting.filter(
    ({ expiresAt }) => Date.parse(expiresAt ?? '') < app.clock.now().getTime() + 7 * dayMs,
  );
  expect(toDo.expiring.count).toBe(soon.length);
  for (const { applicationId, until } of [...toDo.expiring.items, ...toDo.inform.items]) {
    const row = rows.find(({ id }) => id === applicationId);
    expect(until).toBe(row?.expiresAt ? dayOf(row.expiresAt) : null);
  }
});

test('each item shows name, phone, and best offer, but no credit data', async () => {
  const [id] = await withOffers(1);
  const { toDo } = await today();
  const { rows } = await run<{ name: string; phone: string; best: string }>(
    `select applicant_name "name", phone, (select max(amount_cents) from offers where contractor_id = 101 and application_id = $1) best
     from applications where contractor_id = 101 and id = $1`,
    [id],
  );
  const item = toDo.choose.items.find(({ applicationId }) => applicationId === id);
  expect(item).toMatchObject({
    name: rows[0]?.name,
    phone: rows[0]?.phone,
    amount: Number(rows[0]?.best) / 100,
    until: null,
    note: '',
  });
  expect(Object.keys(item ?? {}).toSorted()).toEqual(
    ['amount', 'applicationId', 'name', 'note', 'phone', 'since', 'until'].toSorted(),
  );
});

test('a homeowner is listed while offers are open, none is chosen, and the form is recent', async () => {
  const [one = 0, two = 0, three = 0, four = 0] = await withOffers(4);
  const shown = async () => {
    const ids = idsOf((await today()).toDo.choose);
    return [one, two, three, four].map((id) => ids.includes(id));
  };
  expect(await shown()).toEqual([true, true, true, true]);
  await run(
    `update offers set chosen_at = now() where id = (select min(id) from offers where contractor_id = 101 and application_id = $1) and contractor_id = 101`,
    [one],
  );
  await run(
    'update offers set withdrawn_at = now() where contractor_id = 101 and application_id = $1',
    [two],
  );
  await run('update applications set completed_at = $1 where contractor_id = 101 and id = $2', [
    daysAgo(91),
    three,
  ]);
  await run('update applications set anonymised_at = now() where contractor_id = 101 and id = $1', [
    four,
  ]);
  expect(await shown()).toEqual([false, false, false, false]);
});

test('a needed response shows its deadline, moves up in the last week, and disappears when expired', async () => {
  const [late = 0, early = 0, over = 0, qualified = 0] = await withOffers(4);
  const asked = (id: number, days: number, isQualified = false) =>
    run(
      'update applications set information_requested_at = $1, is_qualified = $2 where contractor_id = 101 and id = $3',
      [daysAgo(days), isQualified, id],
    );
  await asked(late, 45);
  await asked(early, 10);
  await asked(over, 51);
  await asked(qualified, 45, true);
  const { toDo } = await today();
  expect(idsOf(toDo.expiring)).toContain(late);
  expect(idsOf(toDo.inform)).toEqual(expect.arrayContaining([early, qualified]));
  expect([...idsOf(toDo.expiring), ...idsOf(toDo.inform)]).not.toContain(over);
  const untilOf = (id: number) =>
    [...toDo.expiring.items, ...toDo.inform.items].find((item) => item.applicationId === id)?.until;
  expect([untilOf(late), untilOf(early), untilOf(qualified)]).toEqual([
    inDays(5),
    inDays(40),
    null,
  ]);
});

describe('follow-ups', () => {
  test('appear from their due day, earliest first, until they are done', async () => {
    const [first = 0, second = 0, third = 0] = await withOffers(3);
    for (const [id, days] of [
      [first, 0],
      [second, 0],
      [third, 3],
    ] as const)
      await pro.post(`/reports-applications/${id}/follow-up`, { on: inDays(days), note: 'Color' });
    await run('update application_follow_ups set due_on = $1 where application_id = $2', [
      inDays(-2),
      second,
    ]);
    const due = async () => (await today()).toDo.followUp;
    expect(await due()).toMatchObject({
      count: 2,
      items: [
        { applicationId: second, until: inDays(-2), note: 'Color' },
        { applicationId: first, until: inDays(0) },
      ],
    });
    await pro.call('DELETE', `/reports-applications/${second}/follow-up`);
    expect((await due()).count).toBe(1);
    await pro.post(`/reports-applications/${second}/follow-up/reopen`, {});
    expect(idsOf(await due())).toEqual([second, first]);
  });
});

test('large numbers are counted up to a hundred, with the first few listed', async () => {
  const [id = 0] = await withOffers(1);
  const made = await run<{ id: string }>(
    `insert into applications (contractor_id, page_id, source, reference, started_at)
     select 101, page_id, source, 'many-' || n, started_at
     from applications, generate_series(1, ${todayCounted + 5}) n where contractor_id = 101 and id = $1 returning id`,
    [id],
  );
  const ids = made.rows.map((row) => Number(row.id));
  await run(
    `insert into application_follow_ups (contractor_id, application_id, due_on, author_id, set_at)
     select 101, unnest($1::bigint[]), $2, 11, now()`,
    [ids, inDays(0)],
  );
  const { followUp } = (await today(pro, 5)).toDo;
  expect(followUp).toMatchObject({ count: todayCounted, isMore: true });
  expect(followUp.items).toHaveLength(5);
  await run('delete from application_follow_ups');
  await run('delete from applications where contractor_id = 101 and id = any($1)', [ids]);
  expect((await pro.get('/dashboard/today?limit=1000')).statusCode).toBe(400);
});

describe('the month', () => {
  test('sums requested and funded amounts from its first day, next to the previous month', async () => {
    const shown = await today();
    const month = shown.today.slice(0, 7);
    const { rows } = await run<{ requested: string; funded: string }>(
      `select
         (select coalesce(sum(requested_amount_cents), 0) from applications where contractor_id = 101
           and to_char(completed_at at time zone $1, 'YYYY-MM') = $2) requested,
         (select coalesce(sum(amount_cents), 0) from offer_fundings where contractor_id = 101
           and to_char(at at time zone $1, 'YYYY-MM') = $2) funded`,
      // Summit Roofing is in Denver.
      ['America/Denver', month],
    );
    expect(shown.requested.soFar).toBe(Number(rows[0]?.requested) / 100);
    expect(shown.funded.soFar).toBe(Number(rows[0]?.funded) / 100);
    expect(shown.requested.days).toHaveLength(Number(shown.today.slice(8)));
  });

  test('ends with today, and the previous month is compared up to the same day', () => {
    const sum = (day: string, cents: number) => ({ day, cents, count: 1 });
    const days = [
      sum('2026-02-01', 100_00),
      sum('2026-02-28', 50_00),
      sum('2026-03-01', 7_00),
      sum('2026-03-30', 3_00),
    ];
    const march = sumMonth(days, '2026-03-30');
    expect(march).toMatchObject({ soFar: 10, count: 2, lastSoFar: 150, lastCount: 2 });
    expect(march.days).toHaveLength(30);
    expect(march.lastDays).toHaveLength(28);
    expect(sumMonth(days, '2026-03-27')).toMatchObject({ soFar: 7, lastSoFar: 100 });
    expect(sumMonth([], '2026-01-01')).toMatchObject({ soFar: 0, lastDays: Array(31).fill(0) });
  });
});

describe('access', () => {
  test("another contractor can't see it", async () => {
    const [id = 0] = await withOffers(1);
    await pro.post(`/reports-applications/${id}/follow-up`, { on: inDays(0) });
    const theirs = await brand.get('/dashboard/today?contractorId=101&limit=25');
    const { toDo } = theirs.json() as Today;
    expect(toDo.followUp.count).toBe(0);
    expect(Object.values(toDo).flatMap(idsOf)).not.toContain(id);
  });

  test('it is empty for a team user without the report, a plan without it, and staff on their own account', async () => {
    const team = await signedInAs(app, 'team@demo.test');
    const limitTo = (...sections: string[]) =>
      run(
        "update users set team_access = 'Limited', team_resources = $1 where email = 'team@demo.test'",
        [sections],
      );
    await limitTo('customers', 'co-branded');
    expect((await team.get('/dashboard/today')).statusCode).toBe(403);
    await limitTo('reports-applications');
    expect((await team.get('/dashboard/today')).statusCode).toBe(200);
    await run(
      "update users set team_access = 'Full', team_resources = '{}' where email = 'team@demo.test'",
    );
    for (const email of ['free@demo.test', 'canceled@demo.test']) {
      const client = await signedInAs(app, email);
      expect((await client.get('/dashboard/today')).statusCode, email).toBe(403);
    }
    const admin = await signedInAs(app, 'admin@demo.test');
    expect((await admin.get('/dashboard/today')).statusCode).toBe(404);
    await admin.switchInto(12);
    expect((await admin.get('/dashboard/today')).statusCode).toBe(200);
  });
});
