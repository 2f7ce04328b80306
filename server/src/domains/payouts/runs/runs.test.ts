import { describe, expect, test } from 'vitest';
import { eq, inArray, sql } from 'drizzle-orm';
import { signedInAs } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';
import { readFile } from '../../../../test/nacha-reader.ts';
import { onCluster } from '../../../../test/machines.ts';
import { day, PayoutWorld } from '../../../../test/payouts.ts';
import { ledgerEntries } from '../../billing/payments/tables.ts';
import { commissions } from '../../commissions/tables.ts';
import { preparePayouts } from '../prepare.ts';
import { markSent } from './repository.ts';
import { payoutMethods, payouts } from '../tables.ts';

const world = new PayoutWorld();

describe('a run', () => {
  test('pays what is due: with a bank file, payout states, and ledger entries', async () => {
    await world.earn(102, 41_250);
    await world.prepare();
    const [payout] = await world.unsent(102);
    const before = await world.balance();
    const { run: made, message } = (await world.run({ count: 1, total: 412.5 })).json();
    expect(message).toBe('The file for the bank is ready.');
    expect(made).toMatchObject({
      count: 1,
      total: 412.5,
      state: 'released',
      preparedBy: 'Avery Quinn',
      releasedBy: 'Lou Castellano',
      downloadedAt: null,
      confirmedAt: null,
      returned: 0,
    });
    const trace = `99999999${String(payout?.id).padStart(7, '0')}`;
    expect(await world.one(payout?.id ?? 0)).toMatchObject({
      state: 'sent',
      runId: made.id,
      traceNumber: trace,
      accountLast4: expect.stringMatching(/^\d{4}$/),
    });
    expect(await world.balance()).toBe(before - 41_250);
    const [entry] = await world.context.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.source, `payout:${payout?.id}`));
    expect(entry).toMatchObject({
      kind: 'payout',
      amountCents: -41_250,
      account: 'earnings',
      contractorId: 102,
      reference: trace,
    });
    const file = await world.payer.get(`/payout-run/${made.id}/file`);
    expect(file.headers['content-type']).toMatch(/^text\/plain/);
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="payouts-${made.id}.ach"`,
    );
    const lines = file.body.split('\r\n');
    // The W-9 has an employer's number: payment to a company.
    expect(lines[1]).toContain('CCDCOMMISSION');
    expect(lines[2]?.slice(29, 39)).toBe('0000041250');
    expect(lines[2]?.slice(79)).toBe(trace);
    const [listText] = (await world.payer.get('/payout-run')).json().data;
    expect(listText).toMatchObject({ id: made.id, downloadedBy: 'Avery Quinn' });
  });

  test('requested twice in parallel pays each contractor once', async () => {
    await world.earn(102, 10_000);
    await world.prepare();
    const [before, made] = [await world.balance(), await world.runs()];
    const answers = await Promise.all([
      world.run(),
      world.run(),
      world.run(),
      world.run({}, 'another'),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
      expect(answer.json()).toMatchObject({
        error: 'conflict',
        message: 'There is nothing to pay.',
      });
    expect([await world.balance(), await world.runs()]).toEqual([before - 10_000, made + 1]);
  });

  test('requested again with its key returns the first answer and pays each contractor once', async () => {
    await world.earn(102, 10_000);
    await world.prepare();
    const [before, made] = [await world.balance(), await world.runs()];
    const [first, second] = await Promise.all([
      world.run({}, 'pay november'),
      world.run({}, 'pay november'),
    ]);
    expect(first?.statusCode).toBe(200);
    expect(second?.json()).toEqual(first?.json());
    await world.earn(101, 10_000);
    expect((await world.run({}, 'pay november')).json()).toEqual(first?.json());
    expect([await world.balance(), await world.runs()]).toEqual([before - 10_000, made + 1]);
  });

  test('waits again after an interrupted release, and can be released later', async () => {
    await world.earn(102, 10_000);
    await world.prepare();
    const [payout] = await world.unsent(102);
    const before = await world.balance();
    const made = await world.runs();
    // Simulates a crash between payout states and ledger: the ledger rejects the entry.
    await world.context.db.execute(
      sql`create function refuse_payout() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`,
    );
    await world.context.db.execute(
      sql`create trigger cut before insert on ledger_entries for each statement execute function refuse_payout()`,
    );
    const { id } = (await world.prepareRun()).json().run;
    const { statusCode } = await world.release(id);
    await world.context.db.execute(sql`drop trigger cut on ledger_entries`);
    expect(statusCode).toBe(500);
    expect(await world.one(payout?.id ?? 0)).toMatchObject({
      state: 'due',
      runId: id,
      traceNumber: null,
    });
    expect((await world.payer.get(`/payout-run/${id}/file`)).statusCode).toBe(404);
    expect([await world.balance(), await world.runs()]).toEqual([before, made + 1]);
    expect((await world.release(id)).statusCode).toBe(200);
    expect(await world.balance()).toBe(before - 10_000);
  });

  test('includes only what its caller saw', async () => {
    await world.earn(102, 10_000);
    await world.prepare();
    expect((await world.run({ count: 2, total: 100 })).json().error).toBe('conflict');
    expect((await world.run({ count: 1, total: 100.01 })).json().error).toBe('conflict');
    expect((await world.run({ count: 1, total: 100 })).statusCode).toBe(200);
  });

  test('can mark more payouts than one statement can list as parameters', async () => {
    const { id, runId } = await world.sent();
    const ids = [id, ...Array.from({ length: 40_000 }, (_, index) => 1_000_000 + index)];
    const paid = { contractorId: 102, traceNumber: '123456780000100', accountLast4: '6789' };
    await markSent(
      world.db,
      runId,
      world.now,
      ids.map((one) => ({ ...paid, id: one })),
    );
    expect(await world.one(id)).toMatchObject({ traceNumber: paid.traceNumber });
  });

  test('notifies each payee once, however often it’s confirmed', async () => {
    const { id, runId } = await world.sent();
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.payer.post(`/payout-run/${runId}/confirm`, {})),
    );
    for (const answer of answers)
      expect([answer.statusCode, answer.json().run.confirmedBy]).toEqual([200, 'Avery Quinn']);
    expect(await world.one(id)).toMatchObject({ state: 'paid' });
    const mails = (await mailTo(world.app, 'brand@demo.test')).filter(
      ({ event }) => event === 'payout-sent',
    );
    expect(mails.map(({ subject }) => subject)).toEqual(['Your payout of $412.50 is on its way']);
    expect((await world.payer.post('/payout-run/999999/confirm', {})).statusCode).toBe(404);
  });
});

describe('a returned payout', () => {
  test('is reversed, unpaid again, and held until bank details are entered again', async () => {
    const { id, runId } = await world.sent();
    const before = await world.balance();
    await world.payer.post(`/payout-run/${runId}/confirm`, {});
    const answer = await world.payer.post(`/payout/${id}/return`, { code: 'R03' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().payout).toMatchObject({
      id,
      state: 'returned',
      returnCode: 'R03',
      companyName: 'Oak & Iron Remodeling',
    });
    expect(await world.balance()).toBe(before + 41_250);
    await world.prepare();
    expect(await world.unsent(102)).toMatchObject([
      { amountCents: 41_250, state: 'held', reason: 'bank-details-returned' },
    ]);
    const mail = (await mailTo(world.app, 'brand@demo.test')).find(
      ({ event }) => event === 'payout-returned',
    );
    expect(mail?.subject).toBe('Your payout of $412.50 was returned');
    expect(mail?.text).toContain('No such account');
    const brand = await signedInAs(world.app, 'brand@demo.test');
    const stored = (await brand.get('/contractor/102/payout-tax')).json();
    expect(stored.returnCode).toBe('R03');
    expect((await brand.post('/contractor/102/payout-tax', stored)).statusCode).toBe(200);
    expect(await world.unsent(102)).toMatchObject([{ reason: 'bank-details-changed' }]);
    const [listText] = (await world.payer.get('/payout-run')).json().data;
    expect(listText.returned).toBe(1);
  });

  test('can’t be returned before its file is downloaded, so no later file pays it too', async () => {
    const { id, runId } = await world.sent();
    const before = await world.balance();
    const early = await world.payer.post(`/payout/${id}/return`, { code: 'R02' });
    expect([early.statusCode, early.json().message]).toEqual([
      409,
      "No one has downloaded this run's file yet, so the bank can't have returned the payout.",
    ]);
    expect(await world.one(id)).toMatchObject({ state: 'sent' });
    expect(await world.balance()).toBe(before);
    await world.payer.get(`/payout-run/${runId}/file`);
    expect((await world.payer.post(`/payout/${id}/return`, { code: 'R02' })).statusCode).toBe(200);
  });

  test('can be returned once, and only after it was sent', async () => {
    const { id, runId } = await world.sent();
    await world.payer.get(`/payout-run/${runId}/file`);
    const before = await world.balance();
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.payer.post(`/payout/${id}/return`, { code: 'R02' })),
    );
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual([
      '200',
      '409',
      '409',
    ]);
    expect(await world.balance()).toBe(before + 41_250);
    await world.prepare();
    const [next] = await world.unsent(102);
    expect((await world.payer.post(`/payout/${next?.id}/return`, { code: 'R02' })).statusCode).toBe(
      409,
    );
    expect((await world.payer.post(`/payout/${id}/return`, { code: 'R99' })).statusCode).toBe(422);
    expect((await world.payer.post('/payout/999999/return', { code: 'R02' })).statusCode).toBe(404);
  });
});

describe('several months of one contractor', () => {
  const fileOf = async (runId: number) =>
    readFile((await world.payer.get(`/payout-run/${runId}/file`)).body);

  test('are one entry in the file, and every payout has its trace number', async () => {
    await world.payable101();
    await world.threeMonths();
    await world.earn(101, 5_000);
    await world.prepare();
    const before = await world.balance();
    const { run: made } = (await world.run({ count: 4, total: 650 })).json();
    expect(made).toMatchObject({ count: 4, payees: 2, total: 650 });
    const { batches, control } = await fileOf(made.id);
    const entries = batches.flatMap((batch) => batch.entries);
    expect(
      entries.map((entry) => [entry['identification']?.trim(), Number(entry['amount'])]),
    ).toEqual([
      ['102', 60_000],
      ['101', 5_000],
    ]);
    expect(Number(control['totalCredit'])).toBe(65_000);
    const sent = await world.db.select().from(payouts).where(eq(payouts.runId, made.id));
    for (const { contractorId, traceNumber, id } of sent) {
      expect(traceNumber).toBe(
        entries.find((entry) => entry['identification']?.trim() === String(contractorId))?.[
          'traceNumber'
        ],
      );
      const [booked] = await world.db
        .select()
        .from(ledgerEntries)
        .where(eq(ledgerEntries.source, `payout:${id}`));
      expect(booked?.reference).toBe(traceNumber);
    }
    expect(await world.balance()).toBe(before - 60_000);
    await world.payer.post(`/payout-run/${made.id}/confirm`, {});
    const mails = (await mailTo(world.app, 'brand@demo.test')).filter(
      ({ event }) => event === 'payout-sent',
    );
    expect(mails.map(({ subject }) => subject)).toEqual(['Your payout of $600.00 is on its way']);
    expect(mails[0]?.text).toContain('(3 payouts)');
  });

  test('are returned together, once, by any of their numbers', async () => {
    await world.threeMonths();
    const before = await world.balance();
    const { run: made } = (await world.run()).json();
    const sent = await world.db.select().from(payouts).where(eq(payouts.runId, made.id));
    const { data } = (await world.payer.get(`/manage/payouts?filters[runId]=${made.id}`)).json();
    for (const payout of data) expect(payout.entry).toEqual({ count: 3, amount: 600 });
    await fileOf(made.id);
    const answers = await Promise.all(
      sent.map(({ id }) => world.payer.post(`/payout/${id}/return`, { code: 'R03' })),
    );
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual([
      '200',
      '409',
      '409',
    ]);
    const returned = await world.db.select().from(payouts).where(eq(payouts.runId, made.id));
    expect(returned.map(({ state }) => state)).toEqual(['returned', 'returned', 'returned']);
    expect(await world.balance()).toBe(before);
    const mails = (await mailTo(world.app, 'brand@demo.test')).filter(
      ({ event }) => event === 'payout-returned',
    );
    expect(mails.map(({ subject }) => subject)).toEqual(['Your payout of $600.00 was returned']);
    const [listText] = (await world.payer.get('/payout-run')).json().data;
    expect(listText).toMatchObject({ id: made.id, returned: 3 });
    await world.prepare();
    expect(await world.unsent(102)).toMatchObject([
      { amountCents: 60_000, reason: 'bank-details-returned' },
    ]);
  });

  test('in another run stay paid when one is returned', async () => {
    const first = await world.sent(10_000);
    await world.db.update(payouts).set({ canceledAt: new Date() }).where(eq(payouts.id, first.id));
    const second = await world.sent(20_000);
    await fileOf(second.runId);
    expect(
      (await world.payer.post(`/payout/${second.id}/return`, { code: 'R02' })).statusCode,
    ).toBe(200);
    expect(await world.one(first.id)).toMatchObject({ state: 'sent' });
  });
});

describe('a contractor who can’t be paid', () => {
  test('because the sum has too many digits for the bank is excluded, and the others are paid', async () => {
    await world.payable101();
    await world.earn(101, 5_000);
    await world.earn(102, 10_000_000_000);
    await world.prepare();
    const answer = await world.prepareRun();
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      message:
        'The run is prepared. Someone else has to release it. Left out: Oak & Iron Remodeling ($100,000,000.00).',
      run: { count: 1, total: 50 },
    });
    expect(await world.unsent(102)).toMatchObject([{ state: 'due', runId: null }]);
  });

  const brokenDetails = () =>
    world.db
      .update(payoutMethods)
      .set({ accountSealed: 'broken' })
      .where(eq(payoutMethods.contractorId, 101));

  test('is excluded from the run and named, and the others are paid', async () => {
    await world.payable101();
    await world.earn(101, 5_000);
    await world.earn(102, 10_000);
    await world.prepare();
    await brokenDetails();
    const answer = (await world.prepareRun({ count: 2, total: 150 })).json();
    expect(answer.message).toBe(
      'The run is prepared. Someone else has to release it. Left out: Summit Roofing LLC ($50.00).',
    );
    expect(answer.run).toMatchObject({ count: 1, payees: 1, total: 100 });
    expect(await world.unsent(101)).toMatchObject([{ state: 'due', runId: null }]);
    expect(world.app.warnings.at(-1)).toMatch(/^Contractor 101 was left out of a payout run/);
    expect((await world.run()).json().message).toBe(
      'No one can be paid. Left out: Summit Roofing LLC ($50.00).',
    );
  });

  test('doesn’t block the preparation of other payouts', async () => {
    await world.earn(101, 5_000);
    await world.earn(102, 10_000);
    await world.db.execute(sql`create function refuse_101() returns trigger language plpgsql as
      $$ begin if new.contractor_id = 101 then raise exception 'broken'; end if; return new; end $$`);
    await world.db.execute(
      sql`create trigger broken before insert on payouts for each row execute function refuse_101()`,
    );
    await preparePayouts(world.context, world.month());
    await world.db.execute(sql`drop trigger broken on payouts`);
    expect(await world.unsent(101)).toEqual([]);
    expect(await world.unsent(102)).toMatchObject([{ amountCents: 10_000, state: 'due' }]);
    expect(world.app.warnings.at(-1)).toMatch(
      /^The payouts of contractor 101 were left as they are/,
    );
  });
});

describe('a reversed partner’s share', () => {
  const at = (daysAgo: number): string =>
    new Date(world.now.getTime() - daysAgo * day * 1000).toISOString();
  const pays = async (daysAgo: number) =>
    world.books.payment(await world.books.contractor({ partnerId: 102 }), { at: at(daysAgo) });
  const listText = async () => (await world.payer.get('/manage/payouts?filters[state]=due')).json();
  const refund = (paid: Awaited<ReturnType<typeof pays>>, cents = 9900) =>
    world.books.refund(paid, { at: at(0), cents });

  test('that was in no payout leaves older payouts unchanged, and the run pays the listed amounts [ACC-003]', async () => {
    await world.earn(102, 25_380);
    await world.prepare();
    const paid = await pays(0);
    await refund(paid);
    const { total: count, totalAmount: total } = await listText();
    expect([count, total]).toEqual([1, 253.8]);
    expect((await world.run({ count, total })).statusCode).toBe(200);
    await world.prepare(world.month(1));
    expect(await world.unsent(102)).toEqual([]);
  });

  test('reduces its own payout, not another one', async () => {
    const paid = await pays(70);
    await world.earn(102, 5_000, 70);
    await world.prepare(world.month(-1));
    await world.earn(102, 25_380);
    await world.prepare();
    expect((await world.unsent(102)).map(({ amountCents }) => amountCents)).toEqual([
      5_990, 25_380,
    ]);
    await refund(paid, 3_300);
    expect((await world.unsent(102)).map(({ amountCents }) => amountCents)).toEqual([
      5_660, 25_380,
    ]);
    await refund(paid, 6_600);
    expect((await world.unsent(102)).map(({ amountCents }) => amountCents)).toEqual([
      5_000, 25_380,
    ]);
  });

  test('cancels a payout with nothing left', async () => {
    const paid = await pays(70);
    await world.prepare(world.month(-1));
    await world.earn(102, 25_380);
    await world.prepare();
    await refund(paid);
    expect((await world.unsent(102)).map(({ amountCents }) => amountCents)).toEqual([25_380]);
    await world.prepare(world.month(1));
    expect((await world.unsent(102)).map(({ amountCents }) => amountCents)).toEqual([25_380]);
  });

  test('of a sent payout reduces the latest payout immediately, and a run with outdated amounts gets a conflict with the new ones [ACC-003]', async () => {
    const paid = await pays(70);
    await world.prepare(world.month(-1));
    expect((await world.run()).statusCode).toBe(200);
    await world.earn(102, 25_380);
    await world.prepare();
    const seen = await listText();
    expect(seen.totalAmount).toBe(253.8);
    world.app.clock.pass(60);
    await refund(paid);
    expect(await listText()).toMatchObject({ total: 1, totalAmount: 243.9 });
    const refused = await world.run({ count: 1, total: 253.8, seenAt: seen.asOf });
    expect(refused.json()).toMatchObject({
      error: 'conflict',
      message:
        'The payouts due have changed: Oak & Iron Remodeling gets $243.90. Now 1 payout is due, $243.90 in all. Please review them again.',
    });
    expect((await world.run({ count: 1, total: 243.9 })).statusCode).toBe(200);
  });

  test('parallel to a release comes after it or excludes the payout, without a deadlock', async () => {
    for (let round = 0; round < 4; round += 1) {
      const paid = await pays(70);
      await world.earn(102, 10_000, 70);
      await world.prepare(world.month(-1));
      const { id } = (await world.prepareRun()).json().run;
      await Promise.all([world.release(id), refund(paid), world.release(id)]);
      // The refund was first: the amount isn't the prepared one.
      if ((await world.payer.post(`/payout-run/${id}/cancel`, {})).statusCode === 200)
        expect((await world.run()).statusCode).toBe(200);
      const rows = await world.db.select().from(payouts).where(eq(payouts.contractorId, 102));
      const [sent] = rows.toSorted((a, b) => b.id - a.id);
      const parts = await world.db
        .select()
        .from(commissions)
        .where(inArray(commissions.payoutId, [sent?.id ?? 0]));
      expect(parts.reduce((sum, part) => sum + part.amountCents, 0)).toBe(sent?.amountCents);
      expect(sent?.state).toBe('sent');
      const [booked] = await world.db
        .select()
        .from(ledgerEntries)
        .where(eq(ledgerEntries.source, `payout:${sent?.id}`));
      expect(booked?.amountCents).toBe(-(sent?.amountCents ?? 0));
      await world.db
        .update(payouts)
        .set({ canceledAt: new Date() })
        .where(eq(payouts.id, sent?.id ?? 0));
      await world.db.update(commissions).set({ payoutId: sent?.id ?? 0 });
    }
  });
});

// On a cluster the release waits on another machine, which this database doesn't show.
test.skipIf(onCluster)(
  'a release examines payouts before it takes the lock that contractors wait for',
  async () => {
    await world.earn(102, 10_000);
    await world.prepare();
    const { id } = (await world.prepareRun()).json().run;
    const { answer } = await world.db.transaction(async (tx) => {
      await tx.execute(sql`select from payouts where contractor_id = 102 for update`);
      const waiting = { answer: world.release(id) };
      await expect
        .poll(async () => {
          const { rows } = await tx.execute<{ waiting: number }>(
            sql`select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows[0]?.waiting;
        })
        .toBe(1);
      const { rows } = await tx.execute<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock_shared(hashtextextended('payout run', 0)) as free`,
      );
      expect(rows).toEqual([{ free: true }]);
      return waiting;
    });
    expect((await answer).statusCode).toBe(200);
  },
);

test('a rejected run keeps the examination’s results', async () => {
  await world.earn(102, 10_000);
  await world.prepare();
  const later = new Date(world.now.getTime() + day * 1000);
  await world.db.update(payoutMethods).set({ heldUntil: later });
  expect((await world.run({ count: 1, total: 100 })).json().message).toBe(
    'There is nothing to pay.',
  );
  expect(await world.unsent(102)).toMatchObject([
    { state: 'held', reason: 'bank-details-changed' },
  ]);
});

test('two staff members who prepare the same list in parallel create one run', async () => {
  await world.earn(102, 10_000);
  await world.prepare();
  const before = await world.balance();
  const seen = { count: 1, total: 100 };
  const answers = await Promise.all([
    world.prepareRun(seen),
    world.releaser.post('/payout-run', seen),
    world.prepareRun(seen),
  ]);
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual([
    '200',
    '409',
    '409',
  ]);
  expect(await world.balance()).toBe(before);
});
