import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sources } from '@lintel/contract/applications/constants';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { dayIn } from '../../../platform/days.ts';
import { countByEvent, selectGraphs } from '../contractor-view/graphs-repository.ts';
import { listPeriods } from '../contractor-view/graphs.ts';
import { anonymise } from '../retention.ts';
import { countContractor, rebuildDailyCounts, updateDailyCounts } from './index.ts';

const contractorId = 101;
const zone = 'America/New_York';
const days = { gte: '2025-10-25', lte: '2026-03-20' };
// Midnights in New York, and the hours of both clock changes.
const moments = [
  '2025-11-02T03:59:59Z',
  '2025-11-02T04:00:00Z',
  '2025-11-02T05:30:00Z',
  '2025-11-02T06:30:00Z',
  '2025-11-03T04:59:59Z',
  '2025-11-03T05:00:00Z',
  '2025-12-31T23:30:00Z',
  '2026-01-01T04:59:59Z',
  '2026-01-01T05:00:00Z',
  '2026-03-08T04:59:59Z',
  '2026-03-08T06:59:59Z',
  '2026-03-08T07:00:00Z',
  '2026-03-09T03:59:59Z',
  '2026-03-09T04:00:00Z',
] as const;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await query('delete from application_days');
  await query('update applications set counted_bits = null');
  await query('update offers set counted_bits = null');
  await query('update contractors set time_zone = default where id = $1', [contractorId]);
});

const query = (text: string, values: unknown[] = []) => app.deps.database.pool.query(text, values);
const count = (timeZone = zone) =>
  countContractor(app.deps.database.db, { contractorId, timeZone });

const rebuild = () => rebuildDailyCounts(app.deps.database.db);

/** A reproducible sequence of numbers below `below`. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const add = (rows: number, pick: (below: number) => number) =>
  query(
    `insert into applications (contractor_id, page_id, source, reference, started_at)
    select $1, (select id from co_branded_pages where contractor_id = $1 order by id offset (n + $3) % 3 limit 1), $4::application_source,
      gen_random_uuid(), ($5::timestamptz[])[1 + (n + $3) % 14] from generate_series(1, $2::int) n`,
    [contractorId, rows, pick(100), sources[pick(sources.length)], moments],
  );

/** What homeowners and lenders do to an application, and what they never do to a day. */
const changes = [
  'update applications set completed_at = coalesce(completed_at, $2) where contractor_id = $3 and id = $1',
  'update applications set has_offers = true, answered_at = coalesce(answered_at, $2) where contractor_id = $3 and id = $1',
  'update applications set approved_at = $2 where contractor_id = $3 and id = $1',
  'update applications set approved_at = null where contractor_id = $3 and id = $1 and $2::timestamptz is not null',
  'update applications set approved_at = null where contractor_id = $3 and id = $1 and $2::timestamptz is not null',
  'update applications set approved_at = coalesce(approved_at, $2), funded_at = coalesce(funded_at, $2) where contractor_id = $3 and id = $1',
  "update applications set draft = '{}', email = 'a@example.com' where contractor_id = $3 and id = $1 and $2::timestamptz is not null",
  `insert into offers (application_id, contractor_id, reference, kind, lender_name, amount_cents, received_at)
    select $1, contractor_id, gen_random_uuid(), 'loan', 'Keystone', 100, $2 from applications where contractor_id = $3 and id = $1`,
  'update offers set funded_at = coalesce(funded_at, $2), funded_amount_cents = 100 where contractor_id = $3 and id = (select max(id) from offers where contractor_id = $3 and application_id = $1)',
  'update offers set withdrawn_at = $2 where contractor_id = $3 and application_id = $1',
] as const;

async function change(times: number, pick: (below: number) => number): Promise<void> {
  const { rows } = await query('select id from applications where contractor_id = $1 order by id', [
    contractorId,
  ]);
  for (let turn = 0; turn < times; turn += 1)
    await query(changes[pick(changes.length)] ?? '', [
      rows[pick(rows.length)]?.id,
      moments[pick(moments.length)],
      contractorId,
    ]);
}

/** Compares graphs and analytics with the rows themselves, counted here. */
async function expectExact(timeZone = zone): Promise<void> {
  const { db } = app.deps.database;
  const { rows } = await query('select * from applications where contractor_id = $1', [
    contractorId,
  ]);
  const isWithin = (at: Date | null): boolean =>
    at !== null && dayIn(at, timeZone) >= days.gte && dayIn(at, timeZone) <= days.lte;
  for (const pageId of [undefined, rows[0]?.page_id as number]) {
    const wanted = new Map<string, number[]>();
    const periods = listPeriods({ from: days.gte, to: days.lte }, 'week');
    for (const row of rows) {
      if (!isWithin(row.started_at) || (pageId !== undefined && row.page_id !== pageId)) continue;
      const reached = [
        true,
        row.completed_at !== null,
        row.has_offers,
        row.approved_at !== null,
        row.funded_at !== null,
      ];
      const period = periods.findLast((day) => day <= dayIn(row.started_at, timeZone));
      for (const key of ['total', period, row.page_id, row.source]) {
        const counts = wanted.get(String(key)) ?? [0, 0, 0, 0, 0];
        wanted.set(
          String(key),
          counts.map((value, index) => value + Number(reached[index])),
        );
      }
    }
    const filter = { contractorId, timeZone, started: days, pageId };
    const found = (await selectGraphs(db, filter, periods)).map((row) => [
      String(row.period ?? row.pageId ?? row.source ?? 'total'),
      [row.started, row.submitted, row.offers, row.approved, row.funded],
    ]);
    expect(Object.fromEntries(found)).toEqual(
      wanted.size === 0 ? { total: [0, 0, 0, 0, 0] } : Object.fromEntries(wanted),
    );
  }
  const offers = await query('select * from offers where contractor_id = $1', [contractorId]);
  for (const range of [days, {}]) {
    const isIn = (at: Date | null) => (range === days ? isWithin(at) : at !== null);
    expect(await countByEvent(db, { contractorId, timeZone }, range)).toEqual({
      submittedApplications: rows.filter((row) => isIn(row.completed_at)).length,
      receivedOffers: offers.rows.filter((row) => isIn(row.received_at)).length,
      fundingOffers: offers.rows.filter((row) => isIn(row.funded_at)).length,
    });
  }
}

const kept = async () =>
  (
    await query(
      `select day, page_id, source, time_zone, started, submitted, offers, approved, funded, submissions, offers_received, offers_funded
      from application_days where contractor_id = $1 and (started, submitted, offers, approved, funded, submissions, offers_received, offers_funded) <> (0, 0, 0, 0, 0, 0, 0, 0)
      order by 1, 2, 3`,
      [contractorId],
    )
  ).rows;

describe('daily counts', () => {
  test.each([1, 2, 3, 4])('match the rows after random changes, series %i', async (seed) => {
    const pick = numbers(seed * 7919);
    await add(30, pick);
    await expectExact();
    for (let turn = 0; turn < 6; turn += 1) {
      await count();
      await expectExact();
      await add(1 + pick(5), pick);
      await change(40, pick);
      await expectExact();
    }
    await count();
    expect((await kept()).length).toBeGreaterThan(10);
    expect(await rebuild()).toEqual({ contractors: 1, corrected: 0 });
    await expectExact();
  });

  test('follow the contractor into another time zone', async () => {
    await add(40, numbers(5));
    await change(60, numbers(6));
    await count();
    for (const timeZone of ['Pacific/Honolulu', 'America/St_Johns', zone]) {
      await expectExact(timeZone);
      await change(20, numbers(7));
      await expectExact(timeZone);
      await count(timeZone);
      expect(new Set((await kept()).map((row) => row.time_zone))).toEqual(new Set([timeZone]));
      await expectExact(timeZone);
    }
  });

  test('keep anonymized applications', async () => {
    await add(20, numbers(8));
    await count();
    const before = await kept();
    const { rows } = await query('select id from applications where contractor_id = $1 limit 30', [
      contractorId,
    ]);
    const found = rows.map(({ id }) => ({ contractorId, id: Number(id) }));
    const gone = await app.deps.database.db.transaction((tx) =>
      anonymise(tx, async () => {}, found, { now: app.clock.now() }),
    );
    expect(gone).toHaveLength(30);
    await count();
    expect(await kept()).toEqual(before);
    await expectExact();
  });

  test('leave out a change that is not committed, without waiting for it', async () => {
    await add(10, numbers(9));
    await count();
    const other = await app.deps.database.pool.connect();
    try {
      await other.query('begin');
      await other.query(
        'update applications set approved_at = $2, funded_at = $2 where contractor_id = $1 and id = (select max(id) from applications where contractor_id = $1)',
        [contractorId, app.clock.now()],
      );
      await change(10, numbers(10));
      await count();
      await expectExact();
      await other.query('commit');
    } finally {
      other.release();
    }
    await expectExact();
    await count();
    await expectExact();
  });

  test('stay exact while homeowners apply, lenders answer, and two jobs count at once', async () => {
    await add(200, numbers(11));
    const started = async () => {
      const filter = { contractorId, timeZone: zone, started: days, pageId: undefined };
      const periods = listPeriods({ from: days.gte, to: days.lte }, 'month');
      const rows = await selectGraphs(app.deps.database.db, filter, periods);
      return rows.find(({ grouping }) => grouping === 'total')?.started ?? 0;
    };
    const first = await started();
    const seen: number[] = [];
    const repeat = async (times: number, work: () => Promise<unknown>): Promise<void> => {
      for (let turn = 0; turn < times; turn += 1) await work();
    };
    const pick = numbers(12);
    await Promise.all([
      repeat(15, () => count()),
      repeat(15, () => count()),
      repeat(3, rebuild),
      repeat(20, () => add(2, pick)),
      repeat(4, () => change(40, pick)),
      repeat(4, () => change(40, pick)),
      repeat(25, async () => seen.push(await started())),
    ]);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen[0]).toBeGreaterThanOrEqual(first);
    expect(await started()).toBe(first + 40);
    await expectExact();
    await count();
    await expectExact();
    expect(await rebuild()).toEqual({ contractors: 1, corrected: 0 });
  });

  test('are corrected by the command after changes by hand', async () => {
    await add(20, numbers(15));
    await count();
    await query(
      "update applications set started_at = '2026-03-20T12:00:00Z' where contractor_id = $1 and id = (select max(id) from applications where contractor_id = $1)",
      [contractorId],
    );
    expect((await rebuild()).corrected).toBe(2);
    await expectExact();
    expect((await rebuild()).corrected).toBe(0);
  });

  test('begin with more than 10,000 applications, in the time zone of the contractor', async () => {
    const { config } = app.deps;
    const { db } = app.deps.database;
    await updateDailyCounts({ db, config });
    expect(await kept()).toEqual([]);
    await query("update contractors set time_zone = 'America/Denver' where id = $1", [
      contractorId,
    ]);
    await add(10_010, numbers(13));
    await updateDailyCounts({ db, config });
    expect(new Set((await kept()).map((row) => row.time_zone))).toEqual(
      new Set(['America/Denver']),
    );
    const uncounted = await query(
      'select 1 from applications where contractor_id = $1 and counted_bits is null',
      [contractorId],
    );
    expect(uncounted.rowCount).toBe(0);
    await change(20, numbers(14));
    await expectExact('America/Denver');
    await updateDailyCounts({ db, config });
    await expectExact('America/Denver');
    const others = await query('select 1 from application_days where contractor_id <> $1', [
      contractorId,
    ]);
    expect(others.rowCount).toBe(0);
  });
});
