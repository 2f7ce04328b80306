import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eq, isNull, sql } from 'drizzle-orm';
import { dayIn, firstDayOfMonth } from '../../platform/days.ts';
import { signedInAs } from '../../../test/app.ts';
import { day, PayoutWorld, timeZone } from '../../../test/payouts.ts';
import { commissions } from '../commissions/tables.ts';
import { contractors } from '../contractors/tables.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { writeSettingValue } from '../../platform/settings/store.ts';
import { examineAll } from './prepare.ts';
import { payoutRuns } from './tables.ts';

const world = new PayoutWorld();

describe('preparing a month', () => {
  test('makes one payout for each contractor with unpaid earnings, however often it runs [ACC-003]', async () => {
    await world.earn(102, 10_000);
    await world.earn(102, 2_550);
    await world.earn(101, 5_000);
    await Promise.all([world.prepare(), world.prepare(), world.prepare()]);
    await world.prepare();
    expect(await world.unsent(102)).toMatchObject([
      { amountCents: 12_550, state: 'due', month: firstDayOfMonth(world.month()) },
    ]);
    expect(await world.unsent(101)).toMatchObject([{ amountCents: 5_000, state: 'held' }]);
    expect(
      await world.context.db.select().from(commissions).where(isNull(commissions.payoutId)),
    ).toEqual([]);
  });

  test('leaves this month’s earnings for the next month', async () => {
    await world.earn(102, 10_000, 0);
    await world.prepare();
    expect(await world.unsent(102)).toEqual([]);
  });

  test('carries over a negative balance', async () => {
    await world.earn(102, 3_000);
    await world.earn(102, -5_000);
    await world.prepare();
    expect(await world.unsent(102)).toEqual([]);
    await world.earn(102, 10_000);
    await world.prepare();
    expect(await world.unsent(102)).toMatchObject([{ amountCents: 8_000 }]);
  });

  test('deducts reversals from an unsent payout, or cancels it', async () => {
    await world.earn(102, 10_000);
    await world.prepare();
    const [payout] = await world.unsent(102);
    await world.earn(102, -4_000, 0);
    await examineAll(world.context);
    expect(await world.unsent(102)).toMatchObject([{ id: payout?.id, amountCents: 6_000 }]);
    await world.earn(102, -7_000, 0);
    await examineAll(world.context);
    expect(await world.unsent(102)).toEqual([]);
    expect(await world.one(payout?.id ?? 0)).toMatchObject({ state: 'canceled' });
    await world.earn(102, 2_500);
    await world.prepare();
    expect(await world.unsent(102)).toMatchObject([{ amountCents: 1_500 }]);
  });

  test('runs by the clock from the 21st on, and prepares runs only when configured', async () => {
    const schedule = world.app.composed.schedules.find(
      ({ handler }) => handler.job.id === 'payouts.make',
    );
    const till = (date: number): number => {
      const wanted = new Date(`${world.month()}-${date}T17:00:00Z`).getTime();
      return (wanted - world.now.getTime()) / 1000;
    };
    const before = world.now;
    const made = await world.runs();
    await world.earn(102, 10_000, 45);
    world.app.clock.pass(till(20));
    await schedule?.handler.run({});
    expect(await world.unsent(102)).toEqual([]);
    world.app.clock.pass(till(21));
    await schedule?.handler.run({});
    await schedule?.handler.run({});
    expect(await world.unsent(102)).toHaveLength(1);
    expect(await world.runs()).toBe(made);
    await writeSettingValue(world.context.db, {
      name: 'AutomaticPayouts',
      value: true,
      userId: null,
      at: world.now,
    });
    await schedule?.handler.run({});
    await schedule?.handler.run({});
    expect(await world.runs()).toBe(made + 1);
    const [waiting] = await world.unsent(102);
    expect(waiting).toMatchObject({ state: 'due', runId: expect.any(Number) });
    await world.signIn();
    const [run] = (await world.payer.get('/payout-run')).json().data;
    expect(run).toMatchObject({ id: waiting?.runId, state: 'prepared', preparedBy: '' });
    expect((await world.release(run.id)).statusCode).toBe(200);
    expect(await world.one(waiting?.id ?? 0)).toMatchObject({ state: 'sent' });
    world.app.clock.pass((before.getTime() - world.now.getTime()) / 1000);
  });
});

describe('a payout is held', () => {
  const reasonsOf = async (contractorId = 102): Promise<string | undefined> => {
    await examineAll(world.context);
    return (await world.unsent(contractorId))[0]?.reason;
  };

  test('until bank details exist [ACC-005]', async () => {
    await world.context.db.execute(
      sql`update contractors set w9_status = w9_status where id = 103`,
    );
    await world.earn(103, 5_000);
    await world.prepare();
    expect(await world.unsent(103)).toMatchObject([{ state: 'held', reason: 'no-bank-details' }]);
    const concierge = await signedInAs(world.app, 'concierge@demo.test');
    const details = {
      accHolderName: 'Connie Larsen',
      bankName: 'Pier Bank',
      routingNumber: '011401533',
      accNumber: '55667788',
    };
    expect((await concierge.post('/contractor/103/payout-tax', details)).statusCode).toBe(200);
    expect(await world.unsent(103)).toMatchObject([
      { state: 'held', reason: 'bank-details-changed' },
    ]);
    world.app.clock.pass(3 * day + 1);
    expect(await reasonsOf(103)).toBe('');
    expect(await world.unsent(103)).toMatchObject([{ state: 'due' }]);
  });

  test('for three days after bank details change', async () => {
    await world.earn(102, 5_000);
    await world.prepare();
    const brand = await signedInAs(world.app, 'brand@demo.test');
    const stored = (await brand.get('/contractor/102/payout-tax')).json();
    expect(
      (await brand.post('/contractor/102/payout-tax', { ...stored, accNumber: '99887766' }))
        .statusCode,
    ).toBe(200);
    expect(await world.unsent(102)).toMatchObject([
      { state: 'held', reason: 'bank-details-changed' },
    ]);
    expect((await world.run()).json()).toMatchObject({
      error: 'conflict',
      message: 'There is nothing to pay.',
    });
    world.app.clock.pass(3 * day + 1);
    expect(await reasonsOf()).toBe('');
  });

  test('without a verified W-9 only once the year’s total reaches $600 [ACC-004] [ACC-006]', async () => {
    await world.earn(101, 59_999, 32);
    await world.prepare();
    expect(await reasonsOf(101)).toBe('no-bank-details');
    await world.earn(101, 1, 32);
    expect(await reasonsOf(101)).toBe('no-bank-details,w9');
    expect(
      (
        await world.payer.post('/manage/contractor/101/w9', {
          status: 'Verified',
          skipDifferences: '1',
        })
      ).statusCode,
    ).toBe(200);
    expect((await world.unsent(101))[0]?.reason).toBe('no-bank-details');
    expect(
      (await world.payer.post('/manage/contractor/101/w9', { status: 'Pending' })).statusCode,
    ).toBe(200);
    expect((await world.unsent(101))[0]?.reason).toBe('no-bank-details,w9');
  });

  test('by the threshold of its year, which a setting changes from a given day', async () => {
    const year = dayIn(new Date(world.now.getTime() - 32 * day * 1000), timeZone).slice(0, 4);
    const thresholds = [
      { from: '2000-01-01', amount: 600 },
      { from: `${year}-01-01`, amount: 2000 },
    ];
    const support = await signedInAs(world.app, 'support@demo.test');
    expect(
      (await support.post('/payout-settings', { automatic: false, onePerson: false, thresholds }))
        .statusCode,
    ).toBe(403);
    expect(
      (
        await world.payer.post('/payout-settings', {
          automatic: false,
          onePerson: false,
          thresholds: thresholds.toReversed(),
        })
      ).statusCode,
    ).toBe(200);
    expect((await support.get('/payout-settings')).json()).toEqual({
      automatic: false,
      onePerson: false,
      thresholds,
      savedAt: world.now.toISOString(),
    });
    await world.earn(101, 199_999, 32);
    await world.prepare();
    expect(await reasonsOf(101)).toBe('no-bank-details');
    await world.earn(101, 1, 32);
    expect(await reasonsOf(101)).toBe('no-bank-details,w9');
    expect(
      (
        await world.payer.post('/payout-settings', {
          automatic: false,
          onePerson: false,
          thresholds: [],
        })
      ).statusCode,
    ).toBe(422);
  });
});

describe('a hold is updated immediately', () => {
  const listsAs = async () => {
    const brand = await signedInAs(world.app, 'brand@demo.test');
    const [own] = (await brand.get('/contractor/102/payouts?limit=10')).json().data;
    const { reasons } = (await brand.get('/contractor/102/earnings')).json();
    const { total } = (await world.payer.get('/manage/payouts?filters[state]=held')).json();
    expect(own.reasons).toEqual(reasons);
    expect([own.state === 'held', total]).toEqual([reasons.length > 0, reasons.length > 0 ? 1 : 0]);
    return own.reasons;
  };

  test('when the three days are over, even if no job has run', async () => {
    await world.earn(102, 5_000);
    await world.prepare();
    const brand = await signedInAs(world.app, 'brand@demo.test');
    const stored = (await brand.get('/contractor/102/payout-tax')).json();
    await brand.post('/contractor/102/payout-tax', { ...stored, accNumber: '11223344' });
    expect(await listsAs()).toEqual(['bank-details-changed']);
    world.app.clock.pass(3 * day + 1);
    world.payer = await signedInAs(world.app, 'admin@demo.test');
    expect(await listsAs()).toEqual([]);
  });

  test('when a threshold is changed, and on the day from which a new one applies', async () => {
    await world.earn(102, 50_000, 32);
    await world.prepare();
    await world.db.execute(
      sql`update w9_forms set state = 'Pending' where contractor_id = 102 and replaced_at is null`,
    );
    expect(await listsAs()).toEqual([]);
    const rules = (amount: number, later: number) => ({
      automatic: false,
      onePerson: false,
      thresholds: [
        { from: '2000-01-01', amount },
        { from: dayIn(new Date(world.now.getTime() + 2 * day * 1000), timeZone), amount: later },
      ],
    });
    expect((await world.payer.post('/payout-settings', rules(400, 400))).statusCode).toBe(200);
    expect(await listsAs()).toEqual(['w9']);
    expect((await world.payer.post('/payout-settings', rules(600, 450))).statusCode).toBe(200);
    expect(await listsAs()).toEqual([]);
    world.app.clock.pass(2 * day + 60);
    world.payer = await signedInAs(world.app, 'admin@demo.test');
    expect(await listsAs()).toEqual(['w9']);
    await world.db.execute(
      sql`update w9_forms set state = 'Verified' where contractor_id = 102 and replaced_at is null`,
    );
  });
});

describe('the day of the next payouts', () => {
  const moveTo = (date: string): void =>
    world.app.clock.pass((new Date(date).getTime() - world.now.getTime()) / 1000);
  const nextOn = async () => {
    const brand = await signedInAs(world.app, 'brand@demo.test');
    return (await brand.get('/contractor/102/earnings')).json().nextPayoutOn;
  };

  test('is the 21st, or the next scheduled check while this month’s payouts aren’t made', async () => {
    const before = world.now;
    moveTo('2027-03-10T15:00:00Z');
    await world.earn(102, 5_000);
    expect(await nextOn()).toBe('2027-03-21');
    moveTo('2027-03-22T15:00:00Z');
    expect(await nextOn()).toBe('2027-03-22');
    // The last check of the day in New York was at 19:40; the next one is after midnight.
    moveTo('2027-03-23T00:00:00Z');
    expect(await nextOn()).toBe('2027-03-23');
    await world.prepare('2027-03');
    expect(await nextOn()).toBe('2027-04-21');
    // On the last evening of a month, the next check is in the following month.
    moveTo('2027-05-31T23:50:00Z');
    await world.earn(102, 5_000);
    expect(await nextOn()).toBe('2027-06-21');
    moveTo(before.toISOString());
  });

  test('needs no clock at a worker start: payouts that became due during downtime are made after earlier months are booked', async () => {
    const before = world.now;
    moveTo(`${world.month()}-22T15:00:00Z`);
    await world.earn(102, 5_000);
    const schedules = world.app.composed.schedules.filter(
      ({ handler }) => handler.job.id === 'payouts.make',
    );
    const start = () =>
      startWorker(world.app.deps.database.pool, {
        handlers: [],
        schedules,
        log: () => {},
        alone: true,
      });
    const workers = [await start(), await start()];
    for (let tries = 0; tries < 600 && (await world.unsent(102)).length === 0; tries += 1)
      await sleep(100);
    for (const worker of workers) await worker.stop();
    const [payout, ...others] = await world.unsent(102);
    expect(others).toEqual([]);
    expect(payout?.amountCents).toBeGreaterThanOrEqual(5_000);
    const { rows: booked } = await world.db.execute(sql`
      select 1 from commission_runs where month = ${firstDayOfMonth(world.month(-1))} and ended_at <= ${payout?.createdAt?.toISOString()}`);
    expect(booked).toHaveLength(1);
    moveTo(before.toISOString());
  });
});

describe('reading', () => {
  test('a contractor sees their own payouts and this year’s earnings', async () => {
    const brand = await signedInAs(world.app, 'brand@demo.test');
    await world.earn(102, 12_345, 32);
    await world.prepare();
    const list = (await brand.get('/contractor/102/payouts?limit=10')).json();
    expect(list.total).toBeGreaterThan(
      list.data.filter(({ state }: { state: string }) => state === 'paid').length,
    );
    expect(list.data.map(({ month }: { month: string }) => month)).toEqual(
      list.data
        .map(({ month }: { month: string }) => month)
        .toSorted()
        .toReversed(),
    );
    const year = Number(dayIn(world.now, timeZone).slice(0, 4));
    expect((await brand.get('/contractor/102/earnings')).json()).toMatchObject({
      year,
      threshold: 600,
      w9Status: 'Verified',
      w9Needed: false,
      unpaid: 123.45,
      reasons: [],
      nextPayoutOn: expect.stringMatching(/^\d{4}-\d{2}-21$/),
    });
  });

  test('staff see all payouts by state, run, and company, with their total', async () => {
    await world.earn(102, 10_000);
    await world.earn(101, 5_000);
    await world.prepare();
    const managed = async (query: string) =>
      (await world.payer.get(`/manage/payouts?${query}`)).json();
    expect(await managed('filters[state]=due')).toMatchObject({
      total: 1,
      totalAmount: 100,
      data: [{ companyName: 'Oak & Iron Remodeling', payeeName: 'Brandon Okafor' }],
    });
    expect(await managed('filters[state]=held')).toMatchObject({
      total: 1,
      totalAmount: 50,
      data: [{ contractorId: 101, reasons: ['no-bank-details'] }],
    });
    expect((await managed('filters[searchText]=summit&filters[state]=due')).total).toBe(0);
    const { run: made } = (await world.run()).json();
    expect(await managed(`filters[runId]=${made.id}`)).toMatchObject({
      total: 1,
      data: [{ runId: made.id, state: 'sent' }],
    });
    expect((await world.payer.get('/manage/payouts?order=%2Bname')).statusCode).toBe(400);
  });

  test('runs and other contractors’ payouts require the payout privilege [ADM-374]', async () => {
    const { id, runId } = await world.sent();
    for (const email of ['brand@demo.test', 'team@demo.test', 'mailer@demo.test']) {
      const client = await signedInAs(world.app, email);
      for (const path of [
        '/manage/payouts',
        '/payout-run',
        `/payout-run/${runId}/file`,
        '/payout-settings',
      ])
        expect((await client.get(path)).statusCode).toBe(403);
      for (const path of [
        '/payout-run',
        `/payout-run/${runId}/release`,
        `/payout-run/${runId}/cancel`,
        `/payout-run/${runId}/confirm`,
        `/payout/${id}/return`,
      ])
        expect((await client.post(path, { code: 'R02' })).statusCode).toBe(403);
    }
    const [row] = await world.context.db.select().from(contractors).where(eq(contractors.id, 102));
    expect(row?.companyName).toBe('Oak & Iron Remodeling');
    expect(await world.one(id)).toMatchObject({ state: 'sent' });
  });

  test('a run’s file is stored without readable bank numbers', async () => {
    const { runId } = await world.sent();
    const [row] = await world.context.db.select().from(payoutRuns).where(eq(payoutRuns.id, runId));
    expect(row?.fileSealed).not.toContain('440186789');
    expect(row?.fileSealed).not.toContain('OAK');
  });
});
