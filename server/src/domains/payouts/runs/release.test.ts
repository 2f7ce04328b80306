import { describe, expect, test } from 'vitest';
import { and, desc, eq, like, sql } from 'drizzle-orm';
import { signedInAs } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';
import { day, PayoutWorld } from '../../../../test/payouts.ts';
import { auditLog } from '../../../platform/tables.ts';
import { ledgerEntries } from '../../billing/payments/tables.ts';
import { userRoles } from '../../identity/tables.ts';
import { writeSettingValue } from '../../../platform/settings/store.ts';
import { payoutMethods, payoutRuns, payouts } from '../tables.ts';

const world = new PayoutWorld();

const runOf = async (id: number, by = world.payer) =>
  (await by.get('/payout-run')).json().data.find((run: { id: number }) => run.id === id);
const cancel = (id: number, by = world.payer) => by.post(`/payout-run/${id}/cancel`, {});
const fileOf = async (id: number) =>
  (await world.releaser.get(`/payout-run/${id}/file`)).statusCode;
const held = async (runId: number) =>
  world.db.select().from(payouts).where(eq(payouts.runId, runId));
/** How many ledger entries the payouts of a run have. */
const entriesOf = async (runId: number): Promise<number> => {
  const rows = await world.db
    .select()
    .from(ledgerEntries)
    .innerJoin(
      payouts,
      sql`${ledgerEntries.contractorId} = ${payouts.contractorId} and ${ledgerEntries.source} = 'payout:' || ${payouts.id}`,
    )
    .where(eq(payouts.runId, runId));
  return rows.length;
};
const audit = (runId: number) =>
  world.db
    .select()
    .from(auditLog)
    .where(and(like(auditLog.action, 'payout-run.%'), eq(auditLog.entityId, String(runId))))
    .orderBy(auditLog.id);
const onePerson = (value: boolean) =>
  writeSettingValue(world.db, { name: 'OnePersonPayouts', value, userId: null, at: world.now });
const codes = (answers: readonly { statusCode: number }[]): string[] =>
  answers.map(({ statusCode }) => String(statusCode)).toSorted();
const mailsOf = async (to: string, event: string) =>
  (await mailTo(world.app, to)).filter((mail) => mail.event === event);

describe('a run waiting for its release', () => {
  test('pays nothing, has no file, and keeps its payouts from other runs', async () => {
    const id = await world.waiting();
    const before = await world.balance();
    expect(await runOf(id)).toMatchObject({
      state: 'prepared',
      count: 1,
      payees: 1,
      total: 412.5,
      preparedBy: 'Avery Quinn',
      releasable: false,
      releasedAt: null,
      effectiveOn: null,
    });
    expect(await runOf(id, world.releaser)).toMatchObject({ releasable: true });
    const [payout] = await held(id);
    expect(payout).toMatchObject({ state: 'due', sentAt: null, traceNumber: null });
    for (const client of [world.payer, world.releaser])
      expect((await client.get(`/payout-run/${id}/file`)).statusCode).toBe(404);
    expect((await world.releaser.post(`/payout-run/${id}/confirm`, {})).statusCode).toBe(409);
    expect(
      (await world.releaser.post(`/payout/${payout?.id}/return`, { code: 'R02' })).statusCode,
    ).toBe(409);
    expect((await world.payer.get('/manage/payouts?filters[state]=due')).json().total).toBe(0);
    expect((await world.prepareRun()).json().message).toBe('There is nothing to pay.');
    expect([await world.balance(), await entriesOf(id)]).toEqual([before, 0]);
    expect(await mailsOf('brand@demo.test', 'payout-sent')).toEqual([]);
  });

  test('is e-mailed once to the other payers, not to the preparer', async () => {
    await world.earn(102, 41_250);
    await world.prepare();
    for (let asked = 0; asked < 2; asked += 1) await world.prepareRun({}, 'tell them once');
    const [mail, ...more] = await mailsOf('payer@demo.test', 'payout-run-waiting');
    expect([mail?.subject, more]).toEqual([
      'A payout run of $412.50 is waiting to be released',
      [],
    ]);
    expect(mail?.text).toContain('Avery Quinn prepared payout run');
    expect(mail?.text).toContain('/manage/payouts?tab=runs');
    for (const email of ['admin@demo.test', 'support@demo.test', 'brand@demo.test'])
      expect(await mailsOf(email, 'payout-run-waiting')).toEqual([]);
  });

  test('reports when no one else can release it', async () => {
    await world.db.delete(userRoles).where(eq(userRoles.userId, 4));
    await world.earn(102, 10_000);
    await world.prepare();
    const { message } = (await world.prepareRun()).json();
    await world.db.insert(userRoles).values({ userId: 4, roleId: 4 });
    expect(message).toBe(
      'The run is prepared. No one else can release it yet: give another account the privilege to pay, or let one person do both in the payout rules.',
    );
  });

  test('is on the dashboard of people who can release it', async () => {
    const waiting = async () =>
      Promise.all(
        [world.payer, world.releaser].map(
          async (client) => (await client.get('/manage/waiting')).json().runsToRelease,
        ),
      );
    expect(await waiting()).toEqual([0, 0]);
    const id = await world.waiting();
    expect(await waiting()).toEqual([0, 1]);
    await onePerson(true);
    expect(await waiting()).toEqual([1, 1]);
    await world.release(id);
    expect(await waiting()).toEqual([0, 0]);
    const support = await signedInAs(world.app, 'support@demo.test');
    expect((await support.get('/manage/waiting')).json().runsToRelease).toBeNull();
  });

  test('gets no file from an older process that doesn’t support releases', async () => {
    const id = await world.waiting();
    await expect(
      world.db.update(payoutRuns).set({ fileSealed: 'sealed' }).where(eq(payoutRuns.id, id)),
    ).rejects.toThrow();
  });
});

describe('the release of a run', () => {
  test('is rejected for the preparer, even while switched into a contractor', async () => {
    const id = await world.waiting();
    const switched = await (await signedInAs(world.app, 'admin@demo.test')).switchInto(12);
    for (const client of [world.payer, switched]) {
      const answer = await world.release(id, client);
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        {
          error: 'access_denied',
          message: 'You prepared this run, so someone else has to release it.',
        },
      ]);
    }
    expect([await fileOf(id), await entriesOf(id)]).toEqual([404, 0]);
    expect(await runOf(id)).toMatchObject({ state: 'prepared' });
  });

  test('requires the payout privilege', async () => {
    const id = await world.waiting();
    for (const email of ['support@demo.test', 'mailer@demo.test', 'brand@demo.test']) {
      const client = await signedInAs(world.app, email);
      expect(codes([await world.release(id, client), await cancel(id, client)])).toEqual([
        '403',
        '403',
      ]);
    }
    const support = await (await signedInAs(world.app, 'support@demo.test')).switchInto(12);
    expect((await world.release(id, support)).statusCode).toBe(403);
    expect((await world.release(999_999)).statusCode).toBe(404);
    expect(await fileOf(id)).toBe(404);
  });

  test('happens once in parallel calls, and the others learn who was first', async () => {
    const id = await world.waiting(10_000);
    const before = await world.balance();
    const another = await signedInAs(world.app, 'payer@demo.test');
    const answers = await Promise.all([
      world.release(id, world.payer),
      world.release(id),
      world.release(id, another),
      world.release(id),
    ]);
    const [ofPreparer, ...ofOthers] = answers;
    // Rejected as the preparer, or as a later call.
    expect([403, 409]).toContain(ofPreparer.statusCode);
    expect(codes(ofOthers)).toEqual(['200', '409', '409']);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409))
      expect(answer.json().message).toBe('Lou Castellano has released this run.');
    expect([await fileOf(id), await entriesOf(id)]).toEqual([200, 1]);
    expect(await world.balance()).toBe(before - 10_000);
  });

  test('repeated with its key returns the first answer, and changes nothing', async () => {
    const id = await world.waiting(10_000);
    const before = await world.balance();
    const [first, second] = await Promise.all(
      [1, 2].map(() => world.release(id, world.releaser, 'release it')),
    );
    expect([first?.statusCode, second?.json()]).toEqual([200, first?.json()]);
    expect((await world.release(id)).statusCode).toBe(409);
    expect([await entriesOf(id), await world.balance()]).toEqual([1, before - 10_000]);
    const actions = (await audit(id)).map(({ action, actorId }) => [action, actorId]);
    expect(actions).toEqual([
      ['payout-run.prepared', 1],
      ['payout-run.released', 4],
    ]);
    await world.releaser.post(`/payout-run/${id}/confirm`, {});
    expect(await mailsOf('brand@demo.test', 'payout-sent')).toHaveLength(1);
  });

  test('shows who prepared and who released it', async () => {
    const id = await world.waiting();
    const { run, message } = (await world.release(id)).json();
    expect(message).toBe('The file for the bank is ready.');
    expect(run).toMatchObject({
      state: 'released',
      preparedBy: 'Avery Quinn',
      releasedBy: 'Lou Castellano',
      releasable: false,
      leftOut: [],
      effectiveOn: expect.stringMatching(/^\d{4}-/),
    });
    const [, entry] = await audit(id);
    expect(entry?.details).toMatchObject({ count: 1, totalCents: 41_250, alone: false });
  });
});

describe('the setting that lets one person prepare and release', () => {
  const rules = (one: boolean) => ({
    automatic: false,
    onePerson: one,
    thresholds: [{ from: '2000-01-01', amount: 600 }],
  });
  const save = (body: object, by = world.payer) => by.post('/payout-settings', body);

  test('is off by default, requires the payout rules privilege, and is in the audit log', async () => {
    expect((await world.payer.get('/payout-settings')).json()).toMatchObject({ onePerson: false });
    // The privilege to pay isn't enough.
    expect((await save(rules(true), world.releaser)).statusCode).toBe(403);
    expect((await save(rules(true))).statusCode).toBe(200);
    const [entry] = await world.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'payout-settings.saved'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry).toMatchObject({
      actorId: 1,
      details: { before: { onePerson: false }, after: { onePerson: true } },
    });
  });

  test('lets the preparer release a run, without notifying others', async () => {
    await onePerson(true);
    const id = await world.waiting();
    expect(await runOf(id)).toMatchObject({ releasable: true });
    expect(await mailsOf('payer@demo.test', 'payout-run-waiting')).toEqual([]);
    expect((await world.release(id, world.payer)).statusCode).toBe(200);
    expect((await audit(id)).at(-1)?.details).toMatchObject({ preparedBy: 1, alone: true });
  });

  test('applies to waiting runs as soon as it is turned off', async () => {
    await onePerson(true);
    const id = await world.waiting();
    expect((await save(rules(false))).statusCode).toBe(200);
    expect((await world.release(id, world.payer)).statusCode).toBe(403);
    expect((await world.release(id)).statusCode).toBe(200);
  });

  test('applies with its value at the moment of the release', async () => {
    for (const before of [true, false]) {
      await onePerson(before);
      const id = await world.waiting(10_000);
      const [saved, released] = await Promise.all([
        save(rules(!before)),
        world.release(id, world.payer),
      ]);
      expect(saved.statusCode).toBe(200);
      expect([200, 403]).toContain(released.statusCode);
      const done = released.statusCode === 200;
      expect([await fileOf(id), await entriesOf(id)]).toEqual(done ? [200, 1] : [404, 0]);
      if (!done) expect((await world.release(id)).statusCode).toBe(200);
      await world.db.update(payouts).set({ canceledAt: new Date() });
    }
  });

  test('rejects a stale save', async () => {
    const seen = (await world.payer.get('/payout-settings')).json();
    expect((await save({ ...seen, onePerson: true })).statusCode).toBe(200);
    world.app.clock.pass(1);
    const late = await save({ ...seen, automatic: true });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'Someone else changed the payout rules. Please open them again.',
    ]);
    expect((await world.payer.get('/payout-settings')).json()).toMatchObject({
      onePerson: true,
      automatic: false,
    });
  });
});

describe('a change after a run was prepared', () => {
  /** A run of 101 ($50) and 102 ($100). */
  const both = async (): Promise<number> => {
    await world.payable101();
    await world.earn(101, 5_000);
    return world.waiting(10_000);
  };
  const changeDetails = async () => {
    const brand = await signedInAs(world.app, 'brand@demo.test');
    const stored = (await brand.get('/contractor/102/payout-tax')).json();
    const changed = { ...stored, accNumber: `99${Date.now() % 1_000_000}` };
    expect((await brand.post('/contractor/102/payout-tax', changed)).statusCode).toBe(200);
  };
  /** Releases the run and expects 102 to be excluded for this reason, and 101 to be paid. */
  const expectLeaves = async (id: number, reason: string) => {
    const answer = await world.release(id);
    expect(answer.json()).toMatchObject({
      message: 'The file for the bank is ready. Left out: Oak & Iron Remodeling ($100.00).',
      run: {
        count: 1,
        payees: 1,
        total: 50,
        leftOutCount: 1,
        leftOut: [{ companyName: 'Oak & Iron Remodeling', amount: 100, reasons: [reason] }],
      },
    });
    expect(await held(id)).toMatchObject([{ contractorId: 101, state: 'sent' }]);
    const details = { leftOut: [{ contractorId: 102, amountCents: 10_000, reasons: [reason] }] };
    expect((await audit(id)).at(-1)?.details).toMatchObject(details);
  };

  test('of bank details excludes their payouts, and the others are paid', async () => {
    const id = await both();
    await changeDetails();
    await expectLeaves(id, 'bank-details-changed');
    expect(await world.unsent(102)).toMatchObject([{ state: 'held', runId: null }]);
  });

  test('of bank details excludes them even after their three days; the next run pays them', async () => {
    const id = await both();
    await changeDetails();
    world.app.clock.pass(3 * day + 60);
    await world.signIn();
    await expectLeaves(id, 'bank-details-changed');
    expect((await world.run({ count: 1, total: 100 })).statusCode).toBe(200);
  });

  test('to a required W-9 that is no longer verified excludes the payouts', async () => {
    const id = await both();
    await world.earn(102, 60_000, 20);
    const review = (status: string) =>
      world.payer.post('/manage/contractor/102/w9', {
        status,
        reason: 'The name differs.',
        skipDifferences: '0',
      });
    expect((await review('Rejected')).statusCode).toBe(200);
    await expectLeaves(id, 'w9');
    expect((await review('Verified')).statusCode).toBe(200);
  });

  test('to a lower amount excludes the payout; the next run pays the rest', async () => {
    const id = await both();
    await world.earn(102, -1_000, 0);
    await expectLeaves(id, 'amount-changed');
    expect(await world.unsent(102)).toMatchObject([
      { amountCents: 9_000, state: 'due', runId: null, preparedCents: null },
    ]);
    expect((await world.run({ count: 1, total: 90 })).statusCode).toBe(200);
  });

  test('that cancels a payout removes it from the run', async () => {
    const id = await both();
    await world.earn(102, -10_000, 0);
    await expectLeaves(id, 'set-off');
  });

  test('that makes bank numbers unreadable excludes their payouts', async () => {
    const id = await both();
    const [{ accountSealed } = { accountSealed: '' }] = await world.db
      .select()
      .from(payoutMethods)
      .where(eq(payoutMethods.contractorId, 102));
    const seal = (value: string) =>
      world.db
        .update(payoutMethods)
        .set({ accountSealed: value })
        .where(eq(payoutMethods.contractorId, 102));
    await seal('broken');
    await expectLeaves(id, 'not-payable');
    await seal(accountSealed);
  });

  test('that excludes every payout rejects the release and changes nothing', async () => {
    const id = await world.waiting(10_000);
    await changeDetails();
    const answer = await world.release(id);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Nothing in this run can be paid as prepared. Left out: Oak & Iron Remodeling ($100.00). Please cancel it.',
    ]);
    expect(await runOf(id)).toMatchObject({ state: 'prepared', count: 1, leftOutCount: 0 });
    expect(await held(id)).toHaveLength(1);
  });
});

describe('a canceled run', () => {
  test('frees its payouts for another run, regardless of who canceled it', async () => {
    for (const client of [world.payer, world.releaser]) {
      const id = await world.waiting(10_000);
      const answer = await cancel(id, client);
      expect(answer.json()).toMatchObject({
        message: 'The run was canceled. Its payouts can be paid in another run.',
        run: { id, state: 'canceled', count: 1, total: 100 },
      });
      expect((await audit(id)).map(({ action }) => action)).toEqual([
        'payout-run.prepared',
        'payout-run.canceled',
      ]);
      expect(await world.unsent(102)).toMatchObject([{ state: 'due', runId: null }]);
      const { run } = (await world.run({ count: 1, total: 100 })).json();
      expect(run.id).not.toBe(id);
      await world.db.update(payouts).set({ canceledAt: new Date() });
    }
  });

  test('can’t be released, and a released one can’t be canceled', async () => {
    const id = await world.waiting(10_000);
    await cancel(id);
    const late = await world.release(id);
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'Avery Quinn has canceled this run.',
    ]);
    expect((await cancel(id)).statusCode).toBe(409);
    expect(await fileOf(id)).toBe(404);
    const { run } = (await world.run()).json();
    expect((await cancel(run.id)).json().message).toBe('Lou Castellano has released this run.');
    expect(await fileOf(run.id)).toBe(200);
  });

  test('during a parallel release is either canceled or released', async () => {
    const id = await world.waiting(10_000);
    const before = await world.balance();
    const answers = await Promise.all([cancel(id), world.release(id)]);
    expect(codes(answers)).toEqual(['200', '409']);
    const released = answers[1].statusCode === 200;
    expect(await fileOf(id)).toBe(released ? 200 : 404);
    expect(await world.balance()).toBe(before - (released ? 10_000 : 0));
  });
});
