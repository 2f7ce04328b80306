import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onCluster } from '../../../../test/machines.ts';
import { eq, sql } from 'drizzle-orm';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import {
  beginSubscription,
  cardOf,
  numbers,
  ownerOfNewContractor,
  writePayments,
  type Owner,
} from '../../../../test/billing-screen.ts';
import { contractors } from '../../contractors/tables.ts';
import { cards } from '../cards/tables.ts';
import { paymentAttempts, payments } from './tables.ts';
import { subscriptions } from '../subscriptions/tables.ts';

let app: TestApp;
let owner: Owner;
let waiting: number;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  owner = await ownerOfNewContractor(app);
  waiting = (await beginSubscription(app, owner.contractorId)).paymentId ?? 0;
});
afterAll(() => app.close());

const db = () => app.deps.database.db;
const list = async (query = '') => owner.client.get(`/payment?${query}`);
const numbersOf = async (query: string): Promise<string[]> =>
  (await list(query)).json().data.map(({ number }: { number: string }) => number.split('-').at(-1));
const addCard = (number: string) =>
  owner.client.post(`/user/${owner.userId}/card?mode=create`, cardOf(number));
const retry = (id: number, body: object = {}) => owner.client.post(`/invoice/${id}`, body);
const stateOf = async (id: number) =>
  (await db().select().from(payments).where(eq(payments.id, id)))[0]?.state;
/** Fails the subscription's first payment, and prevents automatic retries. */
const failFirst = () =>
  db()
    .update(payments)
    .set({ state: 'Failed', failureMessage: 'The card has insufficient funds.', nextTryAt: null })
    .where(eq(payments.id, waiting));

const at = (day: string): Date => new Date(`${day}T16:00:00Z`);
const past: Parameters<typeof writePayments>[2] = [
  {
    createdAt: at('2024-05-01'),
    state: 'Succeeded',
    amountCents: 9900,
    descriptions: ['Pro plan', 'First'],
  },
  {
    createdAt: at('2024-06-01'),
    state: 'Failed',
    amountCents: 1050,
    failureMessage: 'The card was declined.',
  },
  { createdAt: at('2025-02-01'), state: 'Succeeded', amountCents: 20_000, refundedCents: 500 },
  { createdAt: new Date('2025-01-01T04:59:00Z'), state: 'Succeeded', amountCents: 5000 },
];
const large = { createdAt: at('2025-03-01'), state: 'Succeeded' as const, amountCents: 118_800 };
const writePast = () => writePayments(app, owner.contractorId, past);

describe('the list of payments', () => {
  test('shows a payment’s fields, newest first, five per page [ACC-151] [ACC-398] [ACC-506] [ACC-507]', async () => {
    await writePast();
    const { data, total } = (await list()).json();
    expect(total).toBe(5);
    expect(data).toHaveLength(5);
    expect(data[0]).toMatchObject({ id: waiting, status: 'Upcoming' });
    expect(data.at(-1)).toEqual({
      id: expect.any(Number),
      number: `T-${owner.contractorId}-1`,
      amount: 99,
      refundedAmount: 0,
      description: 'Pro plan; First',
      status: 'Succeeded',
      createdAt: '2024-05-01T16:00:00.000Z',
      dueAt: null,
      failureMessage: '',
      dispute: null,
    });
    const dates = data.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  test('has the three states of a payment [ACC-206]', async () => {
    await writePast();
    const states = new Set(
      (await list()).json().data.map(({ status }: { status: string }) => status),
    );
    expect(states).toEqual(new Set(['Upcoming', 'Succeeded', 'Failed']));
  });

  test('can be filtered by status [ACC-049] [ACC-398]', async () => {
    await writePast();
    expect(await numbersOf('filters[status]=Failed')).toEqual(['2']);
    expect(await numbersOf('filters[status]=Succeeded')).toEqual(['3', '4', '1']);
    expect(await numbersOf(`filters=${encodeURIComponent('{"status":"Failed"}')}`)).toEqual(['2']);
    expect((await list('filters[status]=Paid')).statusCode).toBe(400);
  });

  test('can be filtered by business days, including the last one [ACC-050] [ACC-398]', async () => {
    await writePast();
    const days = (start: string, end: string) =>
      `filters[createdAt][start]=${start}&filters[createdAt][end]=${end}`;
    expect(await numbersOf(days('2024-05-01', '2024-06-01'))).toEqual(['2', '1']);
    // A minute before midnight in New York.
    expect(await numbersOf(days('2024-12-31', '2024-12-31'))).toEqual(['4']);
    expect(await numbersOf(days('01/01/2025', '02/01/2025'))).toEqual(['3']);
    expect(await numbersOf('filters[createdAt][end]=2024-05-31')).toEqual(['1']);
    expect(await numbersOf(days('', '2024-05-31'))).toEqual(['1']);
    const empty = encodeURIComponent(
      JSON.stringify({ status: '', createdAt: { start: '', end: '' }, searchText: '' }),
    );
    expect(await numbersOf(`filters=${empty}`)).toEqual(await numbersOf(''));
    expect((await list(days('2025-02-01', '2025-01-01'))).statusCode).toBe(400);
    expect((await list(days('yesterday', ''))).statusCode).toBe(400);
  });

  test('can be searched by number, description, amount, and reason [ACC-051] [ACC-398]', async () => {
    await writePayments(app, owner.contractorId, [...past, large]);
    for (const [text, found] of [
      [`t-${owner.contractorId}-3`, ['3']],
      ['pro PLAN', ['1']],
      ['$10.50', ['2']],
      ['$1,188.00', ['5']],
      ['declined', ['2']],
      ['100%', []],
    ] as const) {
      // The upcoming payment also has the plan's name.
      const query = `filters[searchText]=${encodeURIComponent(text)}&filters[createdAt][end]=2025-12-31`;
      expect(await numbersOf(query)).toEqual(found);
    }
  });

  test('can be sorted by each column in both directions [ACC-052] [ACC-398]', async () => {
    await writePast();
    const sorted = (order: string) =>
      numbersOf(`order=${order}&filters[createdAt][end]=2025-12-31`);
    expect(await sorted('%2Bamount')).toEqual(['2', '4', '1', '3']);
    expect(await sorted('-amount')).toEqual(['3', '1', '4', '2']);
    expect(await sorted('%2BcreatedAt')).toEqual(['1', '2', '4', '3']);
    expect((await sorted('%2Bstatus'))[0]).toBe('2');
    expect((await sorted('-status')).at(-1)).toBe('2');
    for (const field of ['number', 'description', 'failureMessage']) {
      const up = await sorted(`%2B${field}`);
      expect(await sorted(`-${field}`)).toEqual(up.toReversed());
    }
    expect((await list('order=%2Bsubscription')).statusCode).toBe(400);
  });

  test('sorts the installments of a year by their number', async () => {
    const year = Array.from({ length: 11 }, (_none, index) => ({
      createdAt: at('2024-05-01'),
      state: 'Succeeded' as const,
      descriptions: ['Plan, year 1', `Installment ${index + 1} of 11`],
    }));
    await writePayments(app, owner.contractorId, year);
    const sorted = await numbersOf(
      'order=%2Bdescription&limit=25&filters[createdAt][end]=2025-12-31',
    );
    expect(sorted).toEqual(year.map((_one, index) => String(index + 1)));
  });

  test('is paged by 5, 10, 25, or 50 [ACC-053] [ACC-398] [ACC-505]', async () => {
    await writePayments(
      app,
      owner.contractorId,
      Array.from({ length: 11 }, () => ({ state: 'Succeeded' as const })),
    );
    const first = (await list('page=1')).json();
    const third = (await list('page=3')).json();
    expect([first.total, first.data.length, third.data.length]).toEqual([12, 5, 2]);
    for (const limit of [5, 10, 25, 50])
      expect((await list(`limit=${limit}`)).json().data.length).toBe(Math.min(limit, 12));
    for (const limit of [1, 7, 100]) expect((await list(`limit=${limit}`)).statusCode).toBe(400);
  });

  test('excludes other contractors’ payments, and can’t be read for another contractor', async () => {
    await writePast();
    const pro = await signedInAs(app, 'pro@demo.test');
    const all = (await pro.get('/payment?limit=50')).json().data;
    expect(
      all.some(({ number }: { number: string }) => number.startsWith(`T-${owner.contractorId}-`)),
    ).toBe(false);
    expect((await pro.get(`/payment?userId=${owner.userId}`)).statusCode).toBe(404);
    expect((await pro.get(`/payment-failed?userId=${owner.userId}`)).statusCode).toBe(404);
  });

  test('excludes payments that were never due', async () => {
    await db().update(payments).set({ voidedAt: app.clock.now() }).where(eq(payments.id, waiting));
    expect((await list()).json()).toEqual({ data: [], total: 0 });
  });

  test('is served by an index for any number of payments', async () => {
    const plan = async (order: string) => {
      const { rows } = await db().transaction(async (tx) => {
        // The planner scans a small table sequentially, whatever its indexes.
        await tx.execute(sql`set local enable_seqscan = off`);
        await tx.execute(sql`set local enable_sort = off`);
        return tx.execute<{ 'QUERY PLAN': string }>(
          sql`explain select * from payments where contractor_id = 1 order by ${sql.raw(order)} limit 5`,
        );
      });
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan('created_at desc, id desc')).toContain('payments_created');
    expect(await plan('state, created_at, id')).toContain('payments_state');
    expect(await plan('amount_cents, id')).toContain('payments_amount');
  });
});

test('an upcoming payment has its charge date, and disappears if that day passes without billing', async () => {
  const nextBillingAt = new Date(app.clock.now().getTime() + 3 * 86_400_000);
  const set = (values: Partial<typeof subscriptions.$inferInsert>) =>
    db()
      .update(subscriptions)
      .set(values)
      .where(eq(subscriptions.contractorId, owner.contractorId));
  await set({ state: 'active', nextBillingAt });
  const [id] = await writePayments(app, owner.contractorId, [{ term: 1, installment: 2 }]);
  const shown = async () =>
    (await list()).json().data.find((one: { id: number }) => one.id === id)?.dueAt;
  expect(await shown()).toBe(nextBillingAt.toISOString());
  await set({ state: 'unpaid' });
  expect(await shown()).toBe(nextBillingAt.toISOString());
  await set({ nextBillingAt: app.clock.now() });
  expect([await shown(), (await list()).json().total]).toEqual([undefined, 1]);
});

describe('all failed payments', () => {
  /** Three failed payments, of $99.00, $10.00, and $20.00. */
  const failThree = async (card?: string): Promise<number[]> => {
    if (card !== undefined) await addCard(card);
    await failFirst();
    const more = [
      { term: 1, installment: 2, amountCents: 1000 },
      { term: 1, installment: 3, amountCents: 2000 },
    ];
    const ids = await writePayments(
      app,
      owner.contractorId,
      more.map((one) => ({ ...one, state: 'Failed' as const })),
    );
    await db()
      .update(subscriptions)
      .set({ installmentsBilled: 3 })
      .where(eq(subscriptions.contractorId, owner.contractorId));
    return [waiting, ...ids];
  };
  const payAll = (amount: unknown, key = 'all') =>
    owner.client.post(
      '/payment-failed',
      { amount },
      { headers: { 'idempotency-key': `${key}:${owner.contractorId}` } },
    );
  const statusesOf = (answer: { json(): { payments: { status: string }[] } }) =>
    answer.json().payments.map(({ status }) => status);
  const attempts = async () =>
    db()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.contractorId, owner.contractorId))
      .orderBy(paymentAttempts.id);

  test('are listed with their sum and paid in one step, one attempt each, once even with repeated calls', async () => {
    const ids = await failThree(numbers.good);
    expect((await owner.client.get('/payment-failed')).json()).toMatchObject({
      total: 3,
      totalAmount: 129,
    });
    const answer = await payAll('129.00');
    expect(answer.json()).toEqual({
      message: '3 of 3 payments were made',
      payments: [99, 10, 20].map((amount, at) => ({
        id: ids[at],
        number: expect.any(String),
        amount,
        status: 'succeeded',
        message: 'Your payment has been completed successfully',
      })),
    });
    expect((await payAll('129.00')).json()).toEqual(answer.json());
    const made = await attempts();
    expect(made.map(({ paymentId, amountCents }) => [paymentId, amountCents])).toEqual([
      [ids[0], 9900],
      [ids[1], 1000],
      [ids[2], 2000],
    ]);
    expect(new Set(made.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
    expect((await payAll('129.00', 'later')).statusCode).toBe(409);
  });

  test('aren’t charged when the sum differs from what the person saw', async () => {
    await failThree(numbers.good);
    const answer = await payAll(99);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The amount due has changed. Please review it again.',
    ]);
    for (const amount of ['', '-5', '0x81', 'all'])
      expect((await payAll(amount, `bad${amount}`)).json().fields).toHaveProperty('amount');
    expect(await attempts()).toEqual([]);
  });

  test('report each declined payment', async () => {
    await failThree(numbers.declines);
    const answer = await payAll(129);
    expect(answer.json()).toMatchObject({ message: '0 of 3 payments were made' });
    expect(answer.json().payments[1]).toMatchObject({
      status: 'failed',
      message: 'The card was declined.',
    });
    expect(statusesOf(answer)).toEqual(['failed', 'failed', 'failed']);
  });

  test('stop at the one that requires bank confirmation', async () => {
    await failThree(numbers.asksBank);
    const answer = await payAll(129);
    expect(statusesOf(answer)).toEqual(['requires_action', 'not_tried', 'not_tried']);
    expect(answer.json().payments[0].redirectUrl).toContain('/sandbox/authenticate/');
    expect(await attempts()).toHaveLength(1);
  });

  test('are charged once by parallel calls', async () => {
    await failThree(numbers.good);
    await Promise.all([payAll(129, 'one'), payAll(129, 'other'), retry(waiting)]);
    // If the single call was first, the two others had a different sum and paid nothing.
    await payAll(30, 'the rest');
    const charged = (await attempts()).filter(({ state }) => state === 'succeeded');
    expect(new Set(charged.map(({ paymentId }) => paymentId)).size).toBe(3);
    expect(charged).toHaveLength(3);
  });

  /** Runs `work` during the next charge. */
  const duringCharge = (work: () => Promise<unknown>): void => {
    const { gateway } = app.deps;
    const charge = gateway.charge.bind(gateway);
    gateway.charge = async (request) => {
      gateway.charge = charge;
      await work();
      return charge(request);
    };
  };

  test('report a payment as paid that was paid elsewhere at the same time', async () => {
    const [, second = 0] = await failThree(numbers.good);
    duringCharge(() =>
      db().update(payments).set({ state: 'Succeeded' }).where(eq(payments.id, second)),
    );
    const answer = await payAll(129);
    expect(statusesOf(answer)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(answer.json().payments[1].message).toBe('This payment has already been made.');
    expect((await attempts()).map(({ paymentId }) => paymentId)).not.toContain(second);
  });

  test('report paid ones when the card disappears after the first payment', async () => {
    await failThree(numbers.good);
    duringCharge(() =>
      db()
        .update(cards)
        .set({ replacedAt: app.clock.now() })
        .where(eq(cards.contractorId, owner.contractorId)),
    );
    const answer = await payAll(129);
    expect(answer.statusCode).toBe(200);
    expect(statusesOf(answer)).toEqual(['succeeded', 'failed', 'failed']);
  });

  // A trigger created by a test doesn't reach a cluster's tables.
  test.skipIf(onCluster)(
    'report paid ones when the database fails after the first payment',
    async () => {
      const [, second] = await failThree(numbers.good);
      const { pool } = app.deps.database;
      await pool.query(`
      create function no_try() returns trigger language plpgsql as $$
      begin if new.payment_id = ${second} then raise 'no try'; end if; return new; end $$;
      create trigger no_try before insert on payment_attempts for each row execute function no_try()`);
      const answer = await payAll(129);
      await pool.query('drop trigger no_try on payment_attempts; drop function no_try');
      expect(answer.statusCode).toBe(200);
      expect(statusesOf(answer)).toEqual(['succeeded', 'unknown', 'not_tried']);
    },
  );

  test('require a card, and can’t be paid by another contractor', async () => {
    await failThree();
    expect((await payAll(129)).json()).toMatchObject({ error: 'no_card' });
    const pro = await signedInAs(app, 'pro@demo.test');
    const answer = await pro.post('/payment-failed', { amount: 129, userId: owner.userId });
    expect(answer.statusCode).toBe(404);
    const support = await signedInAs(app, 'support@demo.test');
    expect(
      (await support.post('/payment-failed', { amount: 129 })).statusCode,
    ).toBeGreaterThanOrEqual(403);
  });
});

describe('a failed payment', () => {
  test('is listed one per page with its purpose and failure reason [ACC-150] [ACC-399] [ACC-504]', async () => {
    await failFirst();
    await writePast();
    const oldest = (await owner.client.get('/payment-failed')).json();
    expect([oldest.data.length, oldest.total]).toEqual([1, 2]);
    expect(oldest.data[0]).toMatchObject({
      amount: 10.5,
      failureMessage: 'The card was declined.',
    });
    const query = `page=1&limit=1&order=-createdAt&userId=${owner.userId}`;
    const { data } = (await owner.client.get(`/payment-failed?${query}`)).json();
    expect(data[0]).toEqual({
      id: waiting,
      number: expect.any(String),
      descriptions: expect.arrayContaining([expect.stringContaining('Pro')]),
      currentPeriodStart: expect.any(String),
      currentPeriodEnd: expect.any(String),
      failureMessage: 'The card has insufficient funds.',
      amount: 99,
    });
    expect((await owner.client.get('/payment-failed?page=2')).json().data[0]).toMatchObject({
      id: waiting,
    });
    expect((await owner.client.get('/payment-failed?limit=5')).statusCode).toBe(400);
  });

  test('can be paid by a retry [ACC-400]', async () => {
    await addCard(numbers.good);
    await failFirst();
    const answer = await retry(waiting, { userId: owner.userId });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Your payment has been completed successfully' },
    ]);
    expect(await stateOf(waiting)).toBe('Succeeded');
    expect((await owner.client.get('/payment-failed')).json()).toEqual({
      data: [],
      total: 0,
      totalAmount: 0,
    });
    const [contractor] = await db()
      .select()
      .from(contractors)
      .where(eq(contractors.id, owner.contractorId));
    expect(contractor?.paymentStatus).toBe('Paid');
  });

  test('returns the reason when it fails again [ACC-400] [ACC-469]', async () => {
    await addCard(numbers.declines);
    await failFirst();
    const answer = await retry(waiting);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { error: 'payment_failed', message: 'The card was declined.' },
    ]);
    expect(await stateOf(waiting)).toBe('Failed');
  });

  test('requires a card', async () => {
    await failFirst();
    expect((await retry(waiting)).json()).toEqual({
      error: 'no_card',
      message: 'Please add a payment card first.',
    });
  });

  test('is attempted once, even with repeated calls', async () => {
    await addCard(numbers.good);
    await failFirst();
    const call = () =>
      owner.client.post(`/invoice/${waiting}`, {}, { headers: { 'idempotency-key': 'retry' } });
    const answers = await Promise.all([call(), call(), call()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const tries = await db()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.paymentId, waiting));
    expect(tries).toHaveLength(1);
  });

  test('isn’t found for another contractor or user', async () => {
    await failFirst();
    const pro = await signedInAs(app, 'pro@demo.test');
    expect((await pro.post(`/invoice/${waiting}`, {})).statusCode).toBe(404);
    expect((await owner.client.post(`/invoice/${waiting}`, { userId: 11 })).statusCode).toBe(404);
    expect(await stateOf(waiting)).toBe('Failed');
  });

  test('can’t be retried once it is paid', async () => {
    await addCard(numbers.good);
    await failFirst();
    await retry(waiting);
    expect((await retry(waiting)).statusCode).toBe(409);
  });
});

describe('a bank that requires authentication', () => {
  const askBank = async (): Promise<string> => {
    await addCard(numbers.asksBank);
    await failFirst();
    const { redirectUrl } = (await retry(waiting)).json();
    return redirectUrl as string;
  };
  const answerBank = async (redirectUrl: string, answer: 'complete' | 'fail'): Promise<URL> => {
    const { pathname } = new URL(redirectUrl);
    const back = await owner.client.post(pathname, { answer });
    return new URL(String(back.headers.location));
  };
  const confirm = (intent: string | null) =>
    owner.client.post(`/payment-intent/${intent}`, { userId: owner.userId });

  test('has its URL in the attempt’s answer, and the payment is confirmed on return [ACC-207] [ACC-400] [ACC-401]', async () => {
    const redirectUrl = await askBank();
    expect(redirectUrl).toMatch(/^http:\/\/localhost:3000\/sandbox\/authenticate\//);
    expect(await stateOf(waiting)).toBe('Failed');
    const back = await answerBank(redirectUrl, 'complete');
    expect(back.pathname).toBe('/card-payments');
    const confirmed = await confirm(back.searchParams.get('payment_intent'));
    expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { status: 'paid' }]);
    expect(await stateOf(waiting)).toBe('Succeeded');
    expect((await confirm(back.searchParams.get('payment_intent'))).json()).toEqual({
      status: 'paid',
    });
  });

  test('leaves the payment failed without an answer [ACC-401]', async () => {
    const back = await answerBank(await askBank(), 'fail');
    expect((await confirm(back.searchParams.get('payment_intent'))).json()).toEqual({
      status: 'failed',
    });
    expect(await stateOf(waiting)).toBe('Failed');
  });

  test('can’t be confirmed by another contractor', async () => {
    const redirectUrl = await askBank();
    const intent = new URL(redirectUrl).pathname.split('/').at(-1);
    const pro = await signedInAs(app, 'pro@demo.test');
    expect((await pro.post(`/payment-intent/${intent}`, {})).statusCode).toBe(404);
    expect((await confirm('pi_unknown')).statusCode).toBe(404);
  });
});
