import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Books } from '../../../test/commissions.ts';
import { onCluster } from '../../../test/machines.ts';
import { writeSettingValue } from '../../platform/settings/store.ts';
import { bookMonth, bookOpenMonths } from './monthly.ts';

let books: Awaited<ReturnType<typeof Books.open>>;
beforeAll(async () => {
  books = await Books.open('2026-04-01T12:00:00Z');
});
afterAll(() => books.close());

/** Uses only new contractors, so that tests don't see each other's deals. */
beforeEach(async () => {
  await books.db.execute(sql`alter table commissions disable trigger user`);
  await books.db.execute(sql`alter table ledger_entries disable trigger user`);
  await books.db.execute(sql`alter table application_consents disable trigger user`);
  await books.db.execute(
    sql`truncate commissions, ledger_entries, commission_runs, offers, applications cascade`,
  );
  await books.db.execute(sql`alter table commissions enable trigger user`);
  await books.db.execute(sql`alter table ledger_entries enable trigger user`);
  await books.db.execute(sql`delete from settings where name = 'CommissionRates'`);
});

const march = '2026-03-10T15:00:00Z';
const amounts = async (): Promise<unknown[]> =>
  (await books.booked()).map(({ type, amountCents }) => [type, amountCents]);

describe('booking a month', () => {
  test('a contractor earns 1% of loans, direct funding, and cards, and $15 for a qualified application without concierge [ACC-173]', async () => {
    const contractor = await books.contractor();
    await books.deal(contractor, { kind: 'loan', fundedAt: march, cents: 1_234_550 });
    await books.deal(contractor, { kind: 'direct', fundedAt: march, cents: 500_000 });
    await books.deal(contractor, { kind: 'creditcard', fundedAt: march, cents: 1_500_000 });
    await books.deal(contractor, { kind: 'heloc', qualified: true, receivedAt: march });
    expect(await bookMonth(books.context, '2026-03')).toBe(4);
    expect(await amounts()).toEqual([
      ['loan', 12_346],
      ['loan', 5000],
      ['credit_card', 15_000],
      ['heloc', 1500],
    ]);
    expect(await books.differences()).toEqual([]);
  });

  test('a funding reported after its month was booked is paid once, in its own month', async () => {
    const contractor = await books.contractor();
    const february = '2026-02-28T22:00:00Z';
    await bookMonth(books.context, '2026-02');
    await books.deal(contractor, {
      fundedAt: february,
      reportedAt: '2026-03-02T08:00:00Z',
      cents: 1_000_000,
    });
    expect(await bookMonth(books.context, '2026-03')).toBe(1);
    expect((await books.booked())[0]).toMatchObject({
      month: '2026-02-01',
      earnedAt: new Date(february),
    });
    await books.db.execute(
      sql`update commission_runs set ended_at = null where month = '2026-03-01'`,
    );
    expect(await bookMonth(books.context, '2026-03')).toBe(0);
  });

  test('a row names the customer, the page, the date, and the funded amount', async () => {
    const contractor = await books.contractor();
    const deal = await books.deal(contractor, { fundedAt: march, cents: 1_000_000 });
    await bookMonth(books.context, '2026-03');
    expect((await books.booked())[0]).toMatchObject({
      contractorId: contractor,
      source: `offer:${deal}`,
      userName: `Customer ${deal}`,
      companyName: `Page ${contractor}`,
      fundedAmountCents: 1_000_000,
      earnedAt: new Date(march),
      month: '2026-03-01',
      applicationId: deal,
    });
  });

  test('a Concierge contractor earns nothing from deals, and a concierge page nothing from qualified applications', async () => {
    const concierge = await books.contractor({ tier: 'Concierge' });
    await books.deal(concierge, { fundedAt: march });
    await books.deal(concierge, { kind: 'heloc', qualified: true, receivedAt: march });
    const withConciergePage = await books.contractor({ concierge: true });
    await books.deal(withConciergePage, { kind: 'heloc', qualified: true, receivedAt: march });
    expect(await bookMonth(books.context, '2026-03')).toBe(0);
  });

  test.each([
    ["the contractor's own e-mail", 'own-email', []],
    ["the contractor's own phone", 'own-phone', []],
    ['a repeated homeowner', 'repeated', []],
    ["only the address of the contractor's office", 'own-address', [['heloc', 1500]]],
  ])(
    'a qualified application with %s is paid only if it’s a new lead',
    async (_what, flag, expected) => {
      const contractor = await books.contractor();
      const id = await books.deal(contractor, {
        kind: 'heloc',
        qualified: true,
        receivedAt: march,
      });
      await books.db.execute(sql`update applications set flags = array[${flag}]
      where id = (select application_id from offers where id = ${id})`);
      await bookMonth(books.context, '2026-03');
      expect(await amounts()).toEqual(expected);
    },
  );

  test('unfunded offers, unlabeled applications, and funded home equity lines earn nothing', async () => {
    const contractor = await books.contractor();
    await books.deal(contractor, { receivedAt: march });
    await books.deal(contractor, { kind: 'heloc', receivedAt: march });
    await books.deal(contractor, { kind: 'heloc', fundedAt: march });
    await books.deal(contractor, { kind: 'loan', qualified: true, receivedAt: march });
    expect(await bookMonth(books.context, '2026-03')).toBe(0);
  });

  test('an application is paid once, in the month of its first label', async () => {
    const contractor = await books.contractor();
    const id = await books.deal(contractor, {
      kind: 'heloc',
      qualified: true,
      receivedAt: '2026-02-27T15:00:00Z',
    });
    const more = (reference: string, at: string) =>
      books.db.execute(sql`
      insert into offers (application_id, contractor_id, reference, kind, lender_name, amount_cents, is_qualified, received_at)
      values (${id}, ${contractor}, ${reference}, 'heloc', 'Another bank', 100, true, ${at}::timestamptz)`);
    await more('second', '2026-02-28T15:00:00Z');
    await more('third', march);
    expect(await bookOpenMonths(books.context)).toBe(1);
    expect((await books.booked())[0]).toMatchObject({
      month: '2026-02-01',
      earnedAt: new Date('2026-02-27T15:00:00Z'),
    });
  });

  test('rejects a month that isn’t over', async () => {
    await expect(bookMonth(books.context, '2026-04')).rejects.toThrow(
      'The month 2026-04 is not over',
    );
  });
});

describe('a deal belongs to the month of the business time zone', () => {
  test.each([
    ['the last moment of March in New York', '2026-04-01T03:59:59.999Z', '2026-03'],
    ['the first moment of April in New York', '2026-04-01T04:00:00.000Z', '2026-04'],
    ['the first moment of March in New York', '2026-03-01T05:00:00.000Z', '2026-03'],
    [
      'the last moment of February in New York, already March in UTC',
      '2026-03-01T04:59:59.999Z',
      '2026-02',
    ],
    ['a leap day', '2028-02-29T12:00:00.000Z', '2028-02'],
    ['the last moment of a leap day', '2028-03-01T04:59:59.999Z', '2028-02'],
    ['the hour skipped by daylight saving time', '2026-03-08T07:00:00.000Z', '2026-03'],
    ['the hour repeated after daylight saving time', '2026-11-01T06:30:00.000Z', '2026-11'],
    ['the last moment before November, in summer time', '2026-11-01T03:59:59.999Z', '2026-10'],
    ['new year', '2027-01-01T04:59:59.999Z', '2026-12'],
  ])('%s', async (_what, fundedAt, month) => {
    await books.deal(await books.contractor(), { fundedAt });
    await bookOpenMonths(books.at('2028-06-15T12:00:00Z'));
    expect((await books.booked()).map((row) => row.month)).toEqual([`${month}-01`]);
  });

  test.each([
    ['2026-04-01T04:59:59Z', false],
    ['2026-04-01T05:00:00Z', true],
  ])('March can be booked from one hour after its end: at %s %s', async (now, booked) => {
    await books.deal(await books.contractor(), { fundedAt: march });
    await bookOpenMonths(books.at(now));
    expect(await books.booked()).toHaveLength(booked ? 1 : 0);
  });
});

describe('rates', () => {
  test('use the rates of the deal’s day, even after a change', async () => {
    const rates = { loan: 1, credit_card: 1, heloc: 15, referral: 200, partner: 10 };
    const value = [
      { from: '2026-03-15', rates: { ...rates, loan: 1.25, heloc: 20 } },
      { from: '2026-01-01', rates },
    ];
    await writeSettingValue(books.db, {
      name: 'CommissionRates',
      value,
      userId: null,
      at: books.clock.now(),
    });
    const contractor = await books.contractor();
    // The 14th in New York, but the 15th in UTC.
    await books.deal(contractor, { fundedAt: '2026-03-15T03:30:00Z' });
    await books.deal(contractor, { fundedAt: '2026-03-15T04:00:00Z' });
    await books.deal(contractor, {
      kind: 'heloc',
      qualified: true,
      receivedAt: '2026-03-14T12:00:00Z',
    });
    await books.deal(contractor, {
      kind: 'heloc',
      qualified: true,
      receivedAt: '2026-03-20T12:00:00Z',
    });
    await bookMonth(books.context, '2026-03');
    expect(await amounts()).toEqual([
      ['loan', 10_000],
      ['loan', 12_500],
      ['heloc', 1500],
      ['heloc', 2000],
    ]);
  });

  test('nothing is booked with unreadable rates', async () => {
    await writeSettingValue(books.db, {
      name: 'CommissionRates',
      value: { loan: '1%' },
      userId: null,
      at: books.clock.now(),
    });
    await books.deal(await books.contractor(), { fundedAt: march });
    await expect(bookMonth(books.context, '2026-03')).rejects.toThrow('CommissionRates');
    expect(await books.booked()).toEqual([]);
  });
});

describe('each deal is booked once', () => {
  const deals = async (count: number): Promise<void> => {
    const contractor = await books.contractor();
    await books.db.execute(sql`
      insert into applications (id, contractor_id, page_id, source, reference, applicant_name, started_at)
      select 1000000 + n, ${contractor}, ${contractor}, 'page', 'many-' || n, 'Customer ' || n, ${march}::timestamptz
      from generate_series(1, ${count}) n`);
    await books.db.execute(sql`
      insert into offers (application_id, contractor_id, reference, kind, lender_name, amount_cents, received_at, funded_at, funded_amount_cents)
      select 1000000 + n, ${contractor}, 'only', 'loan', 'A bank', n * 1000, ${march}::timestamptz, ${march}::timestamptz, n * 1000
      from generate_series(1, ${count}) n`);
    await books.db.execute(sql`
      insert into offer_fundings (contractor_id, offer_id, application_id, number, event_id, amount_cents, at, received_at)
      select contractor_id, id, application_id, 1, 'only', funded_amount_cents, funded_at, funded_at
      from offers where reference = 'only'`);
    // The planner may know them as empty.
    await books.db.execute(sql`analyze applications, offers, offer_fundings`);
  };
  /** Runs a PL/pgSQL statement after each insert that leaves more than `limit` ledger entries. */
  const atTheLedger = async (limit: number, statement: string): Promise<void> => {
    await books.db.execute(
      sql.raw(`create or replace function at_the_ledger() returns trigger language plpgsql as
        $$ begin if (select count(*) from ledger_entries) > ${limit} then ${statement}; end if; return null; end $$`),
    );
    await books.db.execute(
      sql`create trigger at_the_ledger after insert on ledger_entries for each statement execute function at_the_ledger()`,
    );
  };
  const others = sql`datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  /** The number of other connections for which the condition holds. */
  const connections = async (condition: string): Promise<number> => {
    const { rows } = await books.db.execute<{ count: number }>(
      sql`select count(*)::int as count from pg_stat_activity where ${others} and ${sql.raw(condition)}`,
    );
    return rows[0]?.count ?? 0;
  };
  const patient = { timeout: 20_000 };
  const totals = async () => {
    const { rows } = await books.db.execute<{ rows: number; cents: number }>(
      sql`select count(*)::int as rows, coalesce(sum(amount_cents), 0)::float as cents from commissions`,
    );
    return rows[0];
  };

  test('when the booking runs twice', async () => {
    await deals(10);
    expect(await bookMonth(books.context, '2026-03')).toBe(10);
    expect(await bookMonth(books.context, '2026-03')).toBe(0);
    expect(await bookOpenMonths(books.context)).toBe(0);
    expect(await totals()).toEqual({ rows: 10, cents: 550 });
  });

  test('when it runs in several processes in parallel', async () => {
    await deals(5000);
    const runs = await Promise.all([1, 2, 3, 4].map(() => bookMonth(books.context, '2026-03')));
    expect(runs.reduce((sum, one) => sum + one, 0)).toBe(5000);
    expect((await totals())?.rows).toBe(5000);
    expect(await books.differences()).toEqual([]);
  });

  // A cluster trigger counts only on its own machine.
  test.skipIf(onCluster)(
    'when a crash interrupts a run, and the next one books the rest',
    async () => {
      await deals(5000);
      // The ledger rejects the 3,000th entry: its batch fails as a whole, the batch before it stays.
      await atTheLedger(3000, "raise exception 'cut off'");
      await expect(bookMonth(books.context, '2026-03')).rejects.toThrow();
      expect((await totals())?.rows).toBe(2000);
      expect(await books.differences()).toEqual([]);
      await books.db.execute(sql`drop trigger at_the_ledger on ledger_entries`);
      expect(await bookOpenMonths(books.context)).toBe(3000);
      expect((await totals())?.rows).toBe(5000);
      expect(await books.differences()).toEqual([]);
      const { rows } = await books.db.execute(
        sql`select booked, ended_at is not null as ended from commission_runs`,
      );
      expect(rows).toEqual([{ booked: 5000, ended: true }]);
    },
  );

  // On a cluster this would also end the connections between its machines.
  test.skipIf(onCluster)('when the database drops the connections mid-run', async () => {
    await deals(5000);
    // The second batch waits in the ledger until its connection is dropped.
    await atTheLedger(3000, 'perform pg_sleep(600)');
    const run = bookMonth(books.context, '2026-03').catch((error: unknown) => error);
    await vi.waitUntil(async () => (await connections("wait_event = 'PgSleep'")) > 0, patient);
    await books.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`,
    );
    expect(await run).toBeInstanceOf(Error);
    await vi.waitUntil(async () => (await connections('true')) === 0, patient);
    // The pool drops its ended connections once it has read their last messages.
    await setImmediate();
    expect((await totals())?.rows).toBe(2000);
    expect(await books.differences()).toEqual([]);
    await books.db.execute(sql`drop trigger at_the_ledger on ledger_entries`);
    expect(await bookOpenMonths(books.context)).toBe(3000);
    expect((await totals())?.rows).toBe(5000);
    expect(await books.differences()).toEqual([]);
  });
});

describe('missed months', () => {
  test('all missed months are booked, oldest first, without the current one', async () => {
    const contractor = await books.contractor();
    for (const day of [
      '2025-12-31T12:00:00Z',
      '2026-01-15T12:00:00Z',
      '2026-03-31T12:00:00Z',
      '2026-04-01T11:00:00Z',
    ])
      await books.deal(contractor, { fundedAt: day });
    expect(await bookOpenMonths(books.context)).toBe(3);
    expect((await books.booked()).map(({ month }) => month)).toEqual([
      '2025-12-01',
      '2026-01-01',
      '2026-03-01',
    ]);
    const { rows } = await books.db.execute(
      sql`select to_char(month, 'YYYY-MM') as month from commission_runs order by 1`,
    );
    expect(rows.map(({ month }) => month)).toEqual(['2025-12', '2026-01', '2026-02', '2026-03']);
  });

  test('a month that fails stays open, is logged, and doesn’t stop the others', async () => {
    const contractor = await books.contractor();
    const bad = await books.deal(contractor, { fundedAt: '2026-01-15T12:00:00Z' });
    await books.deal(contractor, { fundedAt: march });
    await books.db.execute(
      sql.raw(`create function refuse_one() returns trigger language plpgsql as
        $$ begin if new.source = 'offer:${bad}' then raise exception 'bad'; end if; return new; end $$`),
    );
    await books.db.execute(
      sql`create trigger refuse_one before insert on commissions for each row execute function refuse_one()`,
    );
    expect(await bookOpenMonths(books.context)).toBe(1);
    expect(books.warnings).toEqual([
      expect.stringMatching(/^The commissions of 2026-01 were not booked to their end: /),
    ]);
    await books.db.execute(sql`drop trigger refuse_one on commissions`);
    expect(await bookOpenMonths(books.context)).toBe(1);
    expect((await books.booked()).map(({ month }) => month)).toEqual(['2026-03-01', '2026-01-01']);
  });

  test('a later plan change doesn’t affect a booked month', async () => {
    const contractor = await books.contractor({ tier: 'Concierge' });
    await books.deal(contractor, { fundedAt: march });
    await bookOpenMonths(books.context);
    await books.db.execute(sql`update plans set tier = 'Pro' where id = ${contractor}`);
    expect(await bookMonth(books.context, '2026-03')).toBe(0);
  });
});
