import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { dayIn, firstDayOf, monthOf } from '../../platform/days.ts';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { mailTo } from '../../../test/mail.ts';
import { ledgerEntries } from '../billing/ledger-tables.ts';
import { balanceOf } from '../billing/index.ts';
import { bookCommissions } from '../commissions/book.ts';
import { commissions } from '../commissions/tables.ts';
import { contractors } from '../contractors/tables.ts';
import { emailMessages } from '../emails/tables.ts';
import { writeSettingValue } from '../settings/index.ts';
import { examineAll, preparePayouts } from './prepare.ts';
import { payoutMethods, payoutRuns, payouts } from './tables.ts';

const timeZone = 'America/New_York';
const day = 86_400;
let app: TestApp;
let payer: TestClient;
let sources = 0;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

// Nothing is owed to anybody, and 102 can be paid: bank details and a verified form.
beforeEach(async () => {
  const { db } = app.deps.database;
  await db
    .update(payouts)
    .set({ state: 'canceled', canceledAt: new Date() })
    .where(inArray(payouts.state, ['held', 'due']));
  // Earlier tests' payouts do not count as this month's.
  await db.update(payouts).set({ canceledAt: new Date() }).where(isNull(payouts.canceledAt));
  const [old] = await db.select().from(payouts).limit(1);
  await db
    .update(commissions)
    .set({ payoutId: old?.id ?? 0 })
    .where(isNull(commissions.payoutId));
  await db.update(commissions).set({ payoutId: old?.id ?? 0 });
  await db.update(payoutMethods).set({ heldUntil: null, returnCode: '' });
  await db.execute(sql`delete from settings where name in ('PayoutThreshold', 'AutomaticPayouts')`);
  await db.execute(
    sql`update commissions set earned_at = earned_at - interval '9 years' where earned_at > now() - interval '8 years'`,
  );
  await db.delete(emailMessages);
  // Sessions end while the clock moves.
  payer = await signedInAs(app, 'admin@demo.test');
});

const now = () => app.clock.now();
const deps = () => ({ db: app.deps.database.db, clock: app.clock, timeZone });
const thisMonth = () => monthOf(dayIn(now(), timeZone));

/** Books what was earned so many days ago, in cents; negative takes back. */
async function earn(contractorId: number, amountCents: number, daysAgo = 40): Promise<void> {
  sources += 1;
  const earnedAt = new Date(now().getTime() - daysAgo * day * 1000);
  const source = `test:${sources}`;
  await bookCommissions(deps().db, deps(), [
    { contractorId, type: 'loan', source, userName: 'Casey Nguyen', companyName: 'Oak & Iron', amountCents, earnedAt },
  ]);
}

const prepare = (month = thisMonth()) => preparePayouts(deps(), month);
const unsent = (contractorId: number) =>
  deps()
    .db.select()
    .from(payouts)
    .where(and(eq(payouts.contractorId, contractorId), inArray(payouts.state, ['held', 'due'])))
    .orderBy(asc(payouts.id));
const one = async (id: number) => (await deps().db.select().from(payouts).where(eq(payouts.id, id)))[0];
const run = (body: object = {}, key?: string) =>
  payer.post('/payout-run', body, key === undefined ? {} : { headers: { 'idempotency-key': key } });
const balance = () => balanceOf(deps().db, 102, 'earnings');
const runs = async () => (await deps().db.select().from(payoutRuns)).length;

/** A payout of 102 that is sent, with its run. */
async function sent(amountCents = 41_250): Promise<{ id: number; runId: number }> {
  await earn(102, amountCents);
  await prepare();
  const [payout] = await unsent(102);
  const answer = await run();
  expect(answer.statusCode, answer.body).toBe(200);
  return { id: payout?.id ?? 0, runId: answer.json().run.id };
}

describe('preparing a month', () => {
  test('makes one payout for each contractor to whom something is owed, however often it runs [ACC-003]', async () => {
    await earn(102, 10_000);
    await earn(102, 2_550);
    await earn(101, 5_000);
    await Promise.all([prepare(), prepare(), prepare()]);
    await prepare();
    expect(await unsent(102)).toMatchObject([{ amountCents: 12_550, state: 'due', month: firstDayOf(thisMonth()) }]);
    expect(await unsent(101)).toMatchObject([{ amountCents: 5_000, state: 'held' }]);
    expect(await deps().db.select().from(commissions).where(isNull(commissions.payoutId))).toEqual([]);
  });

  test('leaves this month’s earnings to the next one', async () => {
    await earn(102, 10_000, 0);
    await prepare();
    expect(await unsent(102)).toEqual([]);
  });

  test('carries over what is below zero', async () => {
    await earn(102, 3_000);
    await earn(102, -5_000);
    await prepare();
    expect(await unsent(102)).toEqual([]);
    await earn(102, 10_000);
    await prepare();
    expect(await unsent(102)).toMatchObject([{ amountCents: 8_000 }]);
  });

  test('takes what is taken back out of a payout that was not sent, or cancels it', async () => {
    await earn(102, 10_000);
    await prepare();
    const [payout] = await unsent(102);
    await earn(102, -4_000, 0);
    await examineAll(deps());
    expect(await unsent(102)).toMatchObject([{ id: payout?.id, amountCents: 6_000 }]);
    await earn(102, -7_000, 0);
    await examineAll(deps());
    expect(await unsent(102)).toEqual([]);
    expect(await one(payout?.id ?? 0)).toMatchObject({ state: 'canceled' });
    await earn(102, 2_500);
    await prepare();
    expect(await unsent(102)).toMatchObject([{ amountCents: 1_500 }]);
  });

  test('is the clock’s work from the 21st on, and starts runs only where that is set', async () => {
    const schedule = app.composed.schedules.find(({ handler }) => handler.job.id === 'payouts.make');
    const till = (date: number): number => {
      const wanted = new Date(`${thisMonth()}-${date}T17:00:00Z`).getTime();
      return (wanted - now().getTime()) / 1000;
    };
    const before = now();
    const made = await runs();
    await earn(102, 10_000, 45);
    app.clock.pass(till(20));
    await schedule?.handler.run({});
    expect(await unsent(102)).toEqual([]);
    app.clock.pass(till(21));
    await schedule?.handler.run({});
    await schedule?.handler.run({});
    expect(await unsent(102)).toHaveLength(1);
    expect(await runs()).toBe(made);
    await writeSettingValue(deps().db, { name: 'AutomaticPayouts', value: true, userId: null, at: now() });
    await schedule?.handler.run({});
    await schedule?.handler.run({});
    expect(await unsent(102)).toEqual([]);
    expect(await runs()).toBe(made + 1);
    app.clock.pass((before.getTime() - now().getTime()) / 1000);
  });
});

describe('a payout is held', () => {
  const reasonsOf = async (contractorId = 102): Promise<string | undefined> => {
    await examineAll(deps());
    return (await unsent(contractorId))[0]?.reason;
  };

  test('until bank details exist [ACC-005]', async () => {
    await deps().db.execute(sql`update contractors set w9_status = w9_status where id = 103`);
    await earn(103, 5_000);
    await prepare();
    expect(await unsent(103)).toMatchObject([{ state: 'held', reason: 'no-bank-details' }]);
    const concierge = await signedInAs(app, 'concierge@demo.test');
    const details = { accHolderName: 'Connie Larsen', bankName: 'Pier Bank', routingNumber: '011401533', accNumber: '55667788' };
    expect((await concierge.post('/contractor/103/payout-tax', details)).statusCode).toBe(200);
    expect(await unsent(103)).toMatchObject([{ state: 'held', reason: 'bank-details-changed' }]);
    app.clock.pass(3 * day + 1);
    expect(await reasonsOf(103)).toBe('');
    expect(await unsent(103)).toMatchObject([{ state: 'due' }]);
  });

  test('for three days after bank details were changed', async () => {
    await earn(102, 5_000);
    await prepare();
    const brand = await signedInAs(app, 'brand@demo.test');
    const stored = (await brand.get('/contractor/102/payout-tax')).json();
    expect((await brand.post('/contractor/102/payout-tax', { ...stored, accNumber: '99887766' })).statusCode).toBe(200);
    expect(await unsent(102)).toMatchObject([{ state: 'held', reason: 'bank-details-changed' }]);
    expect((await run()).json()).toMatchObject({ error: 'conflict', message: 'There is nothing to pay.' });
    app.clock.pass(3 * day + 1);
    expect(await reasonsOf()).toBe('');
  });

  test('without a verified W-9 once the year’s total reaches $600, not before [ACC-004] [ACC-006]', async () => {
    await earn(101, 59_999, 32);
    await prepare();
    expect(await reasonsOf(101)).toBe('no-bank-details');
    await earn(101, 1, 32);
    expect(await reasonsOf(101)).toBe('no-bank-details,w9');
    expect((await payer.post('/manage/contractor/101/w9', { status: 'Verified', skipDifferences: '1' })).statusCode).toBe(200);
    expect((await unsent(101))[0]?.reason).toBe('no-bank-details');
    expect((await payer.post('/manage/contractor/101/w9', { status: 'Pending' })).statusCode).toBe(200);
    expect((await unsent(101))[0]?.reason).toBe('no-bank-details,w9');
  });

  test('by the threshold of its year, which a setting changes from a day on', async () => {
    const year = dayIn(new Date(now().getTime() - 32 * day * 1000), timeZone).slice(0, 4);
    const thresholds = [
      { from: '2000-01-01', amount: 600 },
      { from: `${year}-01-01`, amount: 2000 },
    ];
    const support = await signedInAs(app, 'support@demo.test');
    expect((await support.post('/payout-settings', { automatic: false, thresholds })).statusCode).toBe(403);
    expect((await payer.post('/payout-settings', { automatic: false, thresholds: thresholds.toReversed() })).statusCode).toBe(
      200,
    );
    expect((await support.get('/payout-settings')).json()).toEqual({ automatic: false, thresholds });
    await earn(101, 199_999, 32);
    await prepare();
    expect(await reasonsOf(101)).toBe('no-bank-details');
    await earn(101, 1, 32);
    expect(await reasonsOf(101)).toBe('no-bank-details,w9');
    expect((await payer.post('/payout-settings', { automatic: false, thresholds: [] })).statusCode).toBe(422);
  });
});

describe('a run', () => {
  test('pays what is due: a file for the bank, marks and ledger entries', async () => {
    await earn(102, 41_250);
    await prepare();
    const [payout] = await unsent(102);
    const before = await balance();
    const { run: made, message } = (await run({ count: 1, total: 412.5 })).json();
    expect(message).toBe('The file for the bank is ready.');
    expect(made).toMatchObject({
      count: 1,
      total: 412.5,
      startedBy: 'Avery Quinn',
      downloadedAt: null,
      confirmedAt: null,
      returned: 0,
    });
    const trace = `99999999${String(payout?.id).padStart(7, '0')}`;
    expect(await one(payout?.id ?? 0)).toMatchObject({
      state: 'sent',
      runId: made.id,
      traceNumber: trace,
      accountLast4: expect.stringMatching(/^\d{4}$/),
    });
    expect(await balance()).toBe(before - 41_250);
    const [entry] = await deps()
      .db.select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.source, `payout:${payout?.id}`));
    expect(entry).toMatchObject({
      kind: 'payout',
      amountCents: -41_250,
      account: 'earnings',
      contractorId: 102,
      reference: trace,
    });
    const file = await payer.get(`/payout-run/${made.id}/file`);
    expect(file.headers['content-type']).toMatch(/^text\/plain/);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="payouts-${made.id}.ach"`);
    const lines = file.body.split('\r\n');
    // The W-9 gives an employer's number: to a company.
    expect(lines[1]).toContain('CCDCOMMISSION');
    expect(lines[2]?.slice(29, 39)).toBe('0000041250');
    expect(lines[2]?.slice(79)).toBe(trace);
    const [listed] = (await payer.get('/payout-run')).json().data;
    expect(listed).toMatchObject({ id: made.id, downloadedBy: 'Avery Quinn' });
  });

  test('asked for twice at once pays nobody twice', async () => {
    await earn(102, 10_000);
    await prepare();
    const [before, made] = [await balance(), await runs()];
    const answers = await Promise.all([run(), run(), run(), run({}, 'another')]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
      expect(answer.json()).toMatchObject({ error: 'conflict', message: 'There is nothing to pay.' });
    expect([await balance(), await runs()]).toEqual([before - 10_000, made + 1]);
  });

  test('asked for again with its key gives the first answer and pays nobody twice', async () => {
    await earn(102, 10_000);
    await prepare();
    const [before, made] = [await balance(), await runs()];
    const [first, second] = await Promise.all([run({}, 'pay november'), run({}, 'pay november')]);
    expect(first?.statusCode).toBe(200);
    expect(second?.json()).toEqual(first?.json());
    await earn(101, 10_000);
    expect((await run({}, 'pay november')).json()).toEqual(first?.json());
    expect([await balance(), await runs()]).toEqual([before - 10_000, made + 1]);
  });

  test('that breaks off leaves nothing behind, and the next one pays', async () => {
    await earn(102, 10_000);
    await prepare();
    const [payout] = await unsent(102);
    const before = await balance();
    const made = await runs();
    // As if the process ended between the marks and the ledger: the ledger refuses the entry.
    await deps().db.execute(
      sql`create function refuse_payout() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`,
    );
    await deps().db.execute(
      sql`create trigger cut before insert on ledger_entries for each statement execute function refuse_payout()`,
    );
    const { statusCode } = await run();
    await deps().db.execute(sql`drop trigger cut on ledger_entries`);
    expect(statusCode).toBe(500);
    expect(await one(payout?.id ?? 0)).toMatchObject({ state: 'due', runId: null, traceNumber: null });
    expect([await balance(), await runs()]).toEqual([before, made]);
    expect((await run()).statusCode).toBe(200);
    expect(await balance()).toBe(before - 10_000);
  });

  test('pays only what its caller saw', async () => {
    await earn(102, 10_000);
    await prepare();
    expect((await run({ count: 2, total: 100 })).json().error).toBe('conflict');
    expect((await run({ count: 1, total: 100.01 })).json().error).toBe('conflict');
    expect((await run({ count: 1, total: 100 })).statusCode).toBe(200);
  });

  test('that is confirmed tells each payee once, however often it is confirmed', async () => {
    const { id, runId } = await sent();
    const answers = await Promise.all([1, 2, 3].map(() => payer.post(`/payout-run/${runId}/confirm`, {})));
    for (const answer of answers) expect([answer.statusCode, answer.json().run.confirmedBy]).toEqual([200, 'Avery Quinn']);
    expect(await one(id)).toMatchObject({ state: 'paid' });
    const mails = (await mailTo(app, 'brand@demo.test')).filter(({ event }) => event === 'payout-sent');
    expect(mails.map(({ subject }) => subject)).toEqual(['Your payout of $412.50 is on its way']);
    expect((await payer.post('/payout-run/999999/confirm', {})).statusCode).toBe(404);
  });
});

describe('a payout that comes back', () => {
  test('is booked back, unpaid again, and held until bank details are entered anew', async () => {
    const { id, runId } = await sent();
    const before = await balance();
    await payer.post(`/payout-run/${runId}/confirm`, {});
    const answer = await payer.post(`/payout/${id}/return`, { code: 'R03' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().payout).toMatchObject({
      id,
      state: 'returned',
      returnCode: 'R03',
      companyName: 'Oak & Iron Remodeling',
    });
    expect(await balance()).toBe(before + 41_250);
    await prepare();
    expect(await unsent(102)).toMatchObject([{ amountCents: 41_250, state: 'held', reason: 'bank-details-returned' }]);
    const mail = (await mailTo(app, 'brand@demo.test')).find(({ event }) => event === 'payout-returned');
    expect(mail?.subject).toBe('Your payout of $412.50 came back');
    expect(mail?.text).toContain('No such account');
    const brand = await signedInAs(app, 'brand@demo.test');
    const stored = (await brand.get('/contractor/102/payout-tax')).json();
    expect(stored.returnCode).toBe('R03');
    expect((await brand.post('/contractor/102/payout-tax', stored)).statusCode).toBe(200);
    expect(await unsent(102)).toMatchObject([{ reason: 'bank-details-changed' }]);
    const [listed] = (await payer.get('/payout-run')).json().data;
    expect(listed.returned).toBe(1);
  });

  test('comes back once, and only when it was sent', async () => {
    const { id } = await sent();
    const before = await balance();
    const answers = await Promise.all([1, 2, 3].map(() => payer.post(`/payout/${id}/return`, { code: 'R02' })));
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409', '409']);
    expect(await balance()).toBe(before + 41_250);
    await prepare();
    const [next] = await unsent(102);
    expect((await payer.post(`/payout/${next?.id}/return`, { code: 'R02' })).statusCode).toBe(409);
    expect((await payer.post(`/payout/${id}/return`, { code: 'R99' })).statusCode).toBe(422);
    expect((await payer.post('/payout/999999/return', { code: 'R02' })).statusCode).toBe(404);
  });
});

describe('reading', () => {
  test('a contractor sees the own payouts and what this year has brought', async () => {
    const brand = await signedInAs(app, 'brand@demo.test');
    await earn(102, 12_345, 32);
    await prepare();
    const list = (await brand.get('/contractor/102/payouts?limit=10')).json();
    expect(list.total).toBeGreaterThan(list.data.filter(({ state }: { state: string }) => state === 'paid').length);
    expect(list.data.map(({ month }: { month: string }) => month)).toEqual(
      list.data
        .map(({ month }: { month: string }) => month)
        .toSorted()
        .toReversed(),
    );
    const year = Number(dayIn(now(), timeZone).slice(0, 4));
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

  test('staff see all payouts by state, run and company, with their total', async () => {
    await earn(102, 10_000);
    await earn(101, 5_000);
    await prepare();
    const managed = async (query: string) => (await payer.get(`/manage/payouts?${query}`)).json();
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
    const { run: made } = (await run()).json();
    expect(await managed(`filters[runId]=${made.id}`)).toMatchObject({ total: 1, data: [{ runId: made.id, state: 'sent' }] });
    expect((await payer.get('/manage/payouts?order=%2Bname')).statusCode).toBe(400);
  });

  test('runs and others’ payouts are closed to whoever may not pay [ADM-374]', async () => {
    const { id, runId } = await sent();
    for (const email of ['brand@demo.test', 'team@demo.test', 'mailer@demo.test']) {
      const client = await signedInAs(app, email);
      for (const path of ['/manage/payouts', '/payout-run', `/payout-run/${runId}/file`, '/payout-settings'])
        expect((await client.get(path)).statusCode).toBe(403);
      for (const path of ['/payout-run', `/payout-run/${runId}/confirm`, `/payout/${id}/return`])
        expect((await client.post(path, { code: 'R02' })).statusCode).toBe(403);
    }
    const [row] = await deps().db.select().from(contractors).where(eq(contractors.id, 102));
    expect(row?.companyName).toBe('Oak & Iron Remodeling');
    expect(await one(id)).toMatchObject({ state: 'sent' });
  });

  test('a run’s file shows no bank number where it is kept', async () => {
    const { runId } = await sent();
    const [row] = await deps().db.select().from(payoutRuns).where(eq(payoutRuns.id, runId));
    expect(row?.fileSealed).not.toContain('440186789');
    expect(row?.fileSealed).not.toContain('OAK');
  });
});
