import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';

let app: TestApp;
let brand: TestClient;
let admin: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  [brand, admin] = await Promise.all([
    signedInAs(app, 'brand@demo.test'),
    signedInAs(app, 'admin@demo.test'),
  ]);
  // Excludes the demo's own applications from the count.
  await sql('update applications set completed_at = null where contractor_id = 102');
});
afterAll(() => app.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;

/**
 * Complete applications of Oak & Iron without a loan option: `count` of them, one a day up to
 * yesterday.
 */
async function apply(count: number, name: string): Promise<void> {
  await sql(
    `insert into applications (contractor_id, page_id, source, reference, applicant_name, email, started_at, completed_at, answered_at)
     select 102, (select id from co_branded_pages where contractor_id = 102 limit 1), 'page', $2 || n, $2 || n, $2 || n || '@example.com',
       $1::timestamptz - make_interval(days => n), $1::timestamptz - make_interval(days => n), $1::timestamptz - make_interval(days => n)
     from generate_series(1, $3::int) n`,
    [app.clock.now(), name, count],
  );
}
const standing = async () => (await brand.get('/contractor/102/guarantee')).json();
const paid = async (): Promise<number> =>
  Number(
    (
      await sql(
        "select sum(amount_cents - refunded_cents) as left from payments where contractor_id = 102 and state = 'Succeeded'",
      )
    )[0].left,
  );
const claims = async () => (await admin.get('/manage/guarantee-claims')).json();

describe('the guarantee', () => {
  test('shows the contractor’s progress, and can’t be claimed before its condition is met', async () => {
    await apply(9, 'early');
    expect(await standing()).toMatchObject({
      count: 9,
      needed: 10,
      days: 30,
      claimUntil: null,
      claim: null,
    });
    const refused = await brand.post('/contractor/102/guarantee');
    expect(refused.statusCode).toBe(409);
    expect(await claims()).toEqual({ data: [], total: 0 });
  });

  test('opens one case for staff once 10 applications have no loan option, however often it is claimed', async () => {
    await sql("delete from applications where reference like 'early%'");
    await apply(10, 'late');
    expect(await standing()).toMatchObject({ count: 10, claimUntil: expect.any(String) });
    const [first, second] = await Promise.all([
      brand.post('/contractor/102/guarantee'),
      brand.post('/contractor/102/guarantee'),
    ]);
    expect([first, second].map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    const { data, total } = await claims();
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      contractorId: 102,
      companyName: 'Oak & Iron Remodeling',
      state: 'open',
    });
    expect(data[0].applications).toHaveLength(10);
    expect(data[0].refund).toBe((await standing()).refund);
    expect((await admin.get('/manage/waiting')).json()).toMatchObject({ guaranteeClaims: 1 });
    // A job that reads its claim before the approval is retried.
    const pay = app.composed.jobs.find(({ job }) => job.id === 'billing.pay-guarantee');
    await expect(pay?.run({ claimId: data[0].id, refunds: [] })).rejects.toThrow(
      `The approval of guarantee claim ${data[0].id} is missing`,
    );
  });

  test('can be claimed for one’s own company, and decided by authorized staff', async () => {
    expect((await brand.get('/contractor/101/guarantee')).statusCode).toBe(404);
    expect((await brand.post('/contractor/101/guarantee')).statusCode).toBe(404);
    expect(
      (await (await signedInAs(app, 'team@demo.test')).get('/contractor/101/guarantee')).statusCode,
    ).toBe(403);
    const { id } = (await claims()).data[0];
    const support = await signedInAs(app, 'support@demo.test');
    expect((await support.get('/manage/guarantee-claims')).statusCode).toBe(200);
    expect(
      (await support.post(`/manage/guarantee-claims/${id}`, { decision: 'approve' })).statusCode,
    ).toBe(403);
    expect(
      (await brand.post(`/manage/guarantee-claims/${id}`, { decision: 'approve' })).statusCode,
    ).toBe(403);
    expect(
      (await (await signedInAs(app, 'mailer@demo.test')).get('/manage/guarantee-claims'))
        .statusCode,
    ).toBe(403);
  });

  test('requires a reason to decline, and the same applications can’t be claimed again', async () => {
    const { id } = (await claims()).data[0];
    const bare = await admin.post(`/manage/guarantee-claims/${id}`, { decision: 'decline' });
    expect(bare.statusCode).toBe(422);
    expect(bare.json().fields).toHaveProperty('note');
    const declined = await admin.post(`/manage/guarantee-claims/${id}`, {
      decision: 'decline',
      note: 'Two of them are one family.',
    });
    expect(declined.statusCode).toBe(200);
    expect(await standing()).toMatchObject({
      claim: { state: 'declined', note: 'Two of them are one family.' },
    });
    expect((await brand.post('/contractor/102/guarantee')).statusCode).toBe(409);
  });

  test('refunds every payment of the year once, through the gateway and the ledger, and ends the plan', async () => {
    await sql("delete from applications where reference like 'late%'");
    await apply(10, 'third');
    const owed = Math.round((await standing()).refund * 100);
    expect(owed).toBeGreaterThan(0);
    const before = await paid();
    expect((await brand.post('/contractor/102/guarantee')).statusCode).toBe(200);
    const { id } = (await claims()).data.find(({ state }: { state: string }) => state === 'open');
    const both = await Promise.all(
      [1, 2].map(() => admin.post(`/manage/guarantee-claims/${id}`, { decision: 'approve' })),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await app.work();
    await app.work();
    expect(await paid()).toBe(before - owed);
    const [booked] = await sql(
      "select -sum(amount_cents) as given from ledger_entries where contractor_id = 102 and kind = 'refund'",
    );
    expect(Number(booked.given)).toBe(owed);
    const [contractor] = await sql('select payment_status from contractors where id = 102');
    expect(contractor.payment_status).toBe('Canceled');
    const shown = (await claims()).data.find((one: { id: number }) => one.id === id);
    expect(shown).toMatchObject({ state: 'approved', refund: owed / 100 });
  });

  test('skips payments already being refunded, and a failed refund doesn’t stop the others', async () => {
    await sql("update contractors set payment_status = 'Paid' where id = 103");
    const [{ id: subscription }] = await sql(
      'select id from subscriptions where contractor_id = 103 order by id desc limit 1',
    );
    const year = await sql(
      `select p.id, p.charge_id, p.amount_cents - p.refunded_cents as left from payments p join subscriptions s on s.contractor_id = p.contractor_id and s.id = p.subscription_id
       where s.id = $1 and p.term = s.term and p.state = 'Succeeded' order by p.id`,
      [subscription],
    );
    expect(year.length).toBeGreaterThan(1);
    const [slow, gone] = year;
    await sql(
      `insert into refunds (payment_id, contractor_id, charge_id, amount_cents, reason, gateway, idempotency_key, refund_id, started_at)
       values ($1, 103, $2, 1000, 'Goodwill', 'sandbox', 'slow', 're_slow', now())`,
      [slow.id, slow.charge_id],
    );
    const concierge = await signedInAs(app, 'concierge@demo.test');
    const owed = Math.round((await concierge.get('/contractor/103/guarantee')).json().refund * 100);
    expect(owed).toBe(year.reduce((sum, { left }) => sum + Number(left), 0) - 1000);
    // The provider no longer has this payment's charge.
    await sql("update payments set charge_id = 'pi_gone' where id = $1", [gone.id]);
    const [{ id }] = await sql(
      `insert into guarantee_claims (contractor_id, window_start, window_end, application_ids, opened_by, opened_at)
       values (103, now(), now(), '{}', 13, now()) returning id`,
    );
    expect(
      (await admin.post(`/manage/guarantee-claims/${id}`, { decision: 'approve' })).statusCode,
    ).toBe(200);
    await app.work();
    const made = await sql(
      'select payment_id, state from refunds where idempotency_key like $1 order by payment_id',
      [`refund:guarantee:${id}:%`],
    );
    expect(made).toEqual(
      year.map((one) => ({
        payment_id: one.id,
        state: one.id === gone.id ? 'failed' : 'succeeded',
      })),
    );
    expect(app.warnings.at(-1)).toContain(
      `Guarantee claim ${id}: payment ${gone.id} was not refunded:`,
    );
  });

  test('refunds the other payments when one fails unexpectedly, and retries that one', async () => {
    const [{ id: payment, contractor_id: contractor, amount_cents: cents }] = await sql(
      `select id, contractor_id, amount_cents from payments
       where state = 'Succeeded' and refunded_cents = 0 and contractor_id not in (102, 103) limit 1`,
    );
    const [{ id }] = await sql(
      `insert into guarantee_claims (contractor_id, state, window_start, window_end, application_ids, opened_by, opened_at, decided_by)
       values ($1, 'approved', now(), now(), '{}', 13, now(), 13) returning id`,
      [contractor],
    );
    const pay = app.composed.jobs.find(({ job }) => job.id === 'billing.pay-guarantee');
    // No row can have this id, so the database throws.
    const beyond = 2 ** 31;
    const refunds = [beyond, payment].map((paymentId) => ({
      paymentId,
      amountCents: Number(cents),
    }));
    await expect(pay?.run({ claimId: id, refunds })).rejects.toThrow(
      `Guarantee claim ${id}: 1 payments are still to be refunded`,
    );
    const made = await sql('select payment_id, state from refunds where idempotency_key like $1', [
      `refund:guarantee:${id}:%`,
    ]);
    expect(made).toEqual([{ payment_id: payment, state: 'succeeded' }]);
    expect(app.warnings.at(-1)).toContain(
      `Guarantee claim ${id}: payment ${beyond} was not refunded: `,
    );
  });

  test('records every step, and notifies the contractor of each', async () => {
    const steps = await sql(
      "select action from audit_log where entity = 'guarantee' and contractor_id = 102 order by id",
    );
    expect(steps.map(({ action }) => action)).toEqual([
      'guarantee.claimed',
      'guarantee.declined',
      'guarantee.claimed',
      'guarantee.approved',
    ]);
    const mails = await sql(
      "select count(*) from messages where channel = 'email' and event = 'guarantee-claim' and contractor_id = 102",
    );
    expect(Number(mails[0].count)).toBe(4);
  });
});

test('staff see the waiting items that their privileges cover', async () => {
  const waiting = async (email: string) =>
    (await (await signedInAs(app, email)).get('/manage/waiting')).json();
  const { isClosedToHomeowners, ...all } = await waiting('admin@demo.test');
  expect(isClosedToHomeowners).toBe(false);
  expect(Object.values(all).every((figure) => typeof figure === 'number')).toBe(true);
  expect(all.accountsToCreate).toBeGreaterThan(0);
  expect(all.failedPayments).toBeGreaterThan(0);
  expect(await waiting('support@demo.test')).toMatchObject({
    w9s: expect.any(Number),
    undeliveredEmails: null,
    isClosedToHomeowners: false,
  });
  expect(
    (await (await signedInAs(app, 'mailer@demo.test')).get('/manage/waiting')).statusCode,
  ).toBe(403);
  expect((await brand.get('/manage/waiting')).statusCode).toBe(403);
});
