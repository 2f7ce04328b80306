import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noChoices } from '@lintel/contract/applications/report-filters';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { readCounts } from '../graphs.ts';
import { selectGraphs } from '../graphs-repository.ts';
import { insertApplication, insertOffers, setApplication, setOffer } from '../repository.ts';
import { countAllOfLarge, countMarkedOfAll } from './index.ts';
import { countContractor, countMarkedDays } from './recount.ts';

const timeZone = 'America/New_York';
const contractorId = 101;
const whose = { contractorId, timeZone };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await query('update contractors set time_zone = $1 where id = 101', [timeZone]);
});
afterAll(() => app.close());

const db = () => app.deps.database.db;
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.deps.database.pool.query<Row>(text, values)).rows;
const deps = () => ({ ...app.deps, db: db(), clock: app.clock, timeZone });

/** What is told of the contractor in three ranges of days, of one page too. */
async function told() {
  const { pageId = 0 } =
    (
      await query<{ pageId: number }>(
        'select min(page_id) "pageId" from applications where contractor_id = 101',
      )
    )[0] ?? {};
  const filter = { ...noChoices, ...whose, search: '', pageId: undefined };
  const month = { gte: '2026-01-01', lte: '2026-01-31' };
  return {
    ever: await selectGraphs(db(), { ...filter, started: {} }, 'month'),
    days: await selectGraphs(db(), { ...filter, started: month }, 'day'),
    page: await selectGraphs(db(), { ...filter, started: { gte: '2025-06-01' }, pageId }, 'week'),
    events: await Promise.all(
      [
        { start: '2020-01-01', end: '2035-12-31' },
        { start: '2026-01-01', end: '2026-01-31' },
      ].map((lastEditDate) => readCounts({ db: db(), timeZone }, contractorId, { lastEditDate })),
    ),
  };
}

/** The same, counted from the applications themselves. */
async function counted(): ReturnType<typeof told> {
  await query("update counted_contractors set time_zone = 'nowhere' where contractor_id = 101");
  try {
    return await told();
  } finally {
    await query('update counted_contractors set time_zone = $1 where contractor_id = 101', [
      timeZone,
    ]);
  }
}

const expectExact = async (): Promise<void> => expect(await told()).toEqual(await counted());
const marks = async (): Promise<number> =>
  (await query('select from application_count_marks where contractor_id = 101')).length;

let made = 0;
const start = async (startedAt: Date): Promise<number> => {
  made += 1;
  const [page] = await query<{ id: number }>(
    'select min(id) id from co_branded_pages where contractor_id = 101',
  );
  const reference = `counted-${made}`;
  return insertApplication(db(), {
    contractorId,
    pageId: page?.id ?? 0,
    source: 'calculator',
    tokenHash: reference,
    reference,
    startedAt,
  });
};

/** An application that comes as far as it can, each step of it a change of its own. */
async function wholeWay(startedAt: Date): Promise<void> {
  const id = await start(startedAt);
  const of = { contractorId, id };
  const later = (days: number): Date => new Date(startedAt.getTime() + days * 86_400_000);
  await setApplication(db(), of, { completedAt: later(1) });
  await insertOffers(db(), [
    {
      ...of,
      id: undefined,
      applicationId: id,
      reference: `offer-${id}`,
      kind: 'loan',
      lenderName: 'A lender',
      amountCents: 100,
      receivedAt: later(2),
    },
  ]);
  await setApplication(db(), of, { answeredAt: later(2), hasOffers: true });
  await setApplication(db(), of, { approvedAt: later(4) });
  const [offer] = await query<{ id: string }>('select id from offers where application_id = $1', [
    id,
  ]);
  await setOffer(db(), { contractorId, id: Number(offer?.id) }, { fundedAt: later(9) });
  await setApplication(db(), of, { fundedAt: later(9) });
}

beforeEach(() => countContractor(db(), whose, new Date()));

test('kept numbers are what the applications say, also of a day of the clock on the wall', async () => {
  // Half past eleven in the evening of New Year’s Eve in New York.
  await wholeWay(new Date('2026-01-01T04:30:00Z'));
  await countMarkedDays(db(), whose);
  await expectExact();
  expect((await told()).ever.length).toBeGreaterThan(5);
});

test('kept numbers are read: what is wrong in them shows, and the nightly run puts it right', async () => {
  await query(
    'update application_started_counts set started = started + 1000 where contractor_id = 101',
  );
  await query(
    'update application_event_counts set received = received + 1000 where contractor_id = 101',
  );
  expect(await told()).not.toEqual(await counted());
  await countAllOfLarge(deps());
  await expectExact();
});

test('each change is told of at once, before and after its days are counted again', async () => {
  await wholeWay(new Date('2026-01-05T15:00:00Z'));
  expect(await marks()).toBeGreaterThan(0);
  await expectExact();
  await countMarkedOfAll(deps());
  expect(await marks()).toBe(0);
  await expectExact();
});

test('what is changed by many at once while days are counted again is counted once', async () => {
  const busy = Array.from({ length: 12 }, (_one, at) =>
    wholeWay(new Date(Date.UTC(2026, 0, 10 + (at % 3), 12))),
  );
  const counting = Array.from({ length: 3 }, async (_one, at) => {
    for (let turn = 0; turn < 20; turn += 1)
      await (at === 0 ? countContractor(db(), whose, new Date()) : countMarkedDays(db(), whose));
  });
  await Promise.all([...busy, ...counting]);
  await expectExact();
  await countMarkedDays(db(), whose);
  await expectExact();
});

test('a change that commits after its day was counted again keeps its mark', async () => {
  const client = await app.deps.database.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ at: Date }>(`
      update applications set funded_at = now() where contractor_id = 101 and id =
        (select min(id) from applications where contractor_id = 101 and funded_at is null)
      returning started_at at`);
    await client.query(
      `insert into application_count_marks (contractor_id, kind, at) values (101, 'started', $1)`,
      [rows[0]?.at],
    );
    await start(new Date('2026-02-02T12:00:00Z'));
    await countMarkedDays(db(), whose);
    await client.query('commit');
  } finally {
    client.release();
  }
  expect(await marks()).toBe(1);
  await expectExact();
});

test('a count whose connection is killed leaves the numbers and the marks as they were', async () => {
  await wholeWay(new Date('2026-01-20T12:00:00Z'));
  const before = await marks();
  const client = await app.deps.database.pool.connect();
  try {
    // Stops both counts in their middle: what they write they cannot write.
    await client.query('begin');
    await client.query('lock table application_event_counts in share mode');
    const stopped = [countMarkedDays(db(), whose), countContractor(db(), whose, new Date())].map(
      (count) => expect(count).rejects.toThrow(),
    );
    // On a cluster one of them waits for a worker, as if for its client: there the other has the turn.
    const waiting = `from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and state = 'active' and wait_event_type in ('Lock', 'Client')`;
    // Not over the connection of the lock: a transaction goes on seeing the sessions as it first did.
    const waits = async (): Promise<number> => (await query(`select ${waiting}`)).length;
    await expect.poll(waits, { timeout: 20_000 }).toBe(2);
    await query(`select pg_terminate_backend(pid) ${waiting}`);
    await Promise.all(stopped);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await marks()).toBe(before);
  await expectExact();
  await countMarkedDays(db(), whose);
  await expectExact();
});

test('days of another clock are not told, but counted anew', async () => {
  await query(
    "update counted_contractors set time_zone = 'Asia/Kolkata' where contractor_id = 101",
  );
  await query('update application_started_counts set started = 7 where contractor_id = 101');
  const direct = await told();
  await countAllOfLarge(deps());
  expect(await told()).toEqual(direct);
});

test('marks of contractors whose days are not kept go, and others’ numbers stay untouched', async () => {
  await query(
    "insert into application_count_marks (contractor_id, kind, at) values (102, 'event', now())",
  );
  await countMarkedOfAll(deps());
  expect(await query('select from application_count_marks where contractor_id = 102')).toEqual([]);
  expect(await query('select from application_started_counts where contractor_id = 102')).toEqual(
    [],
  );
});

test('who passes 10,000 applications is counted from the next night on', async () => {
  await query(`insert into applications (contractor_id, page_id, source, token_hash, reference, started_at)
    select 102, (select min(id) from co_branded_pages where contractor_id = 102), 'calculator', 'many-' || n, 'many-' || n, now()
    from generate_series(1, 10001) n`);
  await countAllOfLarge(deps());
  expect(
    await query('select time_zone from counted_contractors where contractor_id = 102'),
  ).toEqual([{ time_zone: timeZone }]);
  const all = await selectGraphs(
    db(),
    { ...noChoices, contractorId: 102, timeZone, search: '', pageId: undefined, started: {} },
    'month',
  );
  expect(all.find(({ grouping }) => grouping === 'total')?.started).toBeGreaterThan(10_000);
});
