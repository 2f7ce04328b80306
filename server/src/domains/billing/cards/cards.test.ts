import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import {
  beginSubscription,
  cardOf,
  numbers,
  ownerOfNewContractor,
  type Owner,
} from '../../../../test/billing-screen.ts';
import { auditLog, idempotencyKeys } from '../../../platform/tables.ts';
import { sandboxCards } from '../gateway/tables.ts';
import { cards } from './tables.ts';
import { payments } from '../payments/tables.ts';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const db = () => app.deps.database.db;
const begin = async (): Promise<Owner> => (owner = await ownerOfNewContractor(app));
const path = (userId = owner.userId) => `/user/${userId}/card`;
const add = (card: object, options = {}) =>
  owner.client.post(`${path()}?mode=create`, card, options);
const update = (card: object) => owner.client.post(`${path()}?mode=update`, card);
const read = async () => (await owner.client.get(path())).json();
const rowsOf = () => db().select().from(cards).where(eq(cards.contractorId, owner.contractorId));

describe('an owner without a card', () => {
  test('gets an empty answer [ACC-394]', async () => {
    await begin();
    expect(await read()).toEqual({ id: null });
  });

  test('adds one and reads it back with its number masked [ACC-146] [ACC-147] [ACC-394] [ACC-395]', async () => {
    await begin();
    const added = await owner.client.call('POST', `${path()}?mode=create`, {
      payload: new URLSearchParams(cardOf('4242 4242 4242 4242')).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([added.statusCode, added.json()]).toEqual([200, { message: 'Card added successfully' }]);
    const card = await read();
    expect(card).toEqual({
      id: expect.any(Number),
      number: '•••• •••• •••• 4242',
      brand: 'visa',
      cardholderName: 'Connie Larsen',
      zipCode: '04101',
      expireMonth: 12,
      expireYear: 2034,
      daysUntilExpiration: expect.any(Number),
    });
  });

  test('leaves neither the number nor the CVC in the database', async () => {
    await begin();
    await add(cardOf(numbers.mastercard, { cvc: '987' }), {
      headers: { 'idempotency-key': 'once' },
    });
    const { rows } = await db().execute<{ found: boolean }>(sql`
      select exists (select 1 from ${cards} c where to_jsonb(c)::text ~ '5555555555554444|"987"')
        or exists (select 1 from ${sandboxCards} c where to_jsonb(c)::text ~ '5555555555554444|"987"')
        or exists (select 1 from ${auditLog} c where to_jsonb(c)::text ~ '5555555555554444|"987"')
        or exists (select 1 from ${idempotencyKeys} c where to_jsonb(c)::text ~ '5555555555554444|"987"') as found`);
    expect(rows[0]?.found).toBe(false);
  });
});

describe('an owner with a card', () => {
  test('can replace it; the old one is kept as replaced and detached at the gateway [ACC-396]', async () => {
    await begin();
    await add(cardOf(numbers.good));
    const updated = await update(cardOf(numbers.mastercard));
    expect(updated.json()).toEqual({ message: 'Card updated successfully' });
    expect(await read()).toMatchObject({ number: '•••• •••• •••• 4444', brand: 'mastercard' });
    const old = (await rowsOf()).find(({ replacedAt }) => replacedAt !== null);
    expect(old).toMatchObject({ last4: '4242' });
    await app.work();
    const [atGateway] = await db()
      .select()
      .from(sandboxCards)
      .where(eq(sandboxCards.id, old?.paymentMethodId ?? ''));
    expect(atGateway?.detachedAt).not.toBeNull();
    const [current] = await db()
      .select()
      .from(cards)
      .where(and(eq(cards.contractorId, owner.contractorId), isNull(cards.replacedAt)));
    const [used] = await db()
      .select()
      .from(sandboxCards)
      .where(eq(sandboxCards.id, current?.paymentMethodId ?? ''));
    expect(used?.detachedAt).toBeNull();
  });

  test('triggers a retry of the failed payment with a new card', async () => {
    await begin();
    const { paymentId } = await beginSubscription(app, owner.contractorId);
    await db()
      .update(payments)
      .set({ state: 'Failed', nextTryAt: null })
      .where(eq(payments.id, paymentId ?? 0));
    await add(cardOf(numbers.good));
    await app.work();
    const [paid] = await db()
      .select()
      .from(payments)
      .where(eq(payments.id, paymentId ?? 0));
    expect(paid?.state).toBe('Succeeded');
  });

  test('is recorded in the audit log, with only the brand and the last digits', async () => {
    await begin();
    await add(cardOf(numbers.good));
    await update(cardOf(numbers.mastercard));
    const entries = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.contractorId, owner.contractorId), eq(auditLog.entity, 'card')));
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['card.added', { card: { from: null, to: 'visa •••• 4242' } }],
      ['card.replaced', { card: { from: 'visa •••• 4242', to: 'mastercard •••• 4444' } }],
    ]);
  });

  test('sees the days until it expires, by business day, including the last one', async () => {
    await begin();
    await add(cardOf(numbers.good));
    const set = (values: { expireMonth: number; expireYear: number }) =>
      db().update(cards).set(values).where(eq(cards.contractorId, owner.contractorId));
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
      app.clock.now(),
    );
    const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
    await set({ expireMonth: month, expireYear: year });
    const daysOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
    expect((await read()).daysUntilExpiration).toBe(daysOfMonth - day + 1);
    const before = new Date(Date.UTC(year, month - 2, 1));
    await set({ expireMonth: before.getUTCMonth() + 1, expireYear: before.getUTCFullYear() });
    expect((await read()).daysUntilExpiration).toBe(1 - day);
  });
});

describe('a call repeated with the same key', () => {
  test('adds one card and returns the same answer', async () => {
    await begin();
    const options = { headers: { 'idempotency-key': 'the-same' } };
    const [first, second] = [
      await add(cardOf(numbers.good), options),
      await add(cardOf(numbers.good), options),
    ];
    expect(second.json()).toEqual(first.json());
    expect(await rowsOf()).toHaveLength(1);
  });

  test('changes nothing when the request differs', async () => {
    await begin();
    const options = { headers: { 'idempotency-key': 'another' } };
    await add(cardOf(numbers.good), options);
    const other = await add(cardOf(numbers.mastercard), options);
    expect([other.statusCode, other.json().error]).toEqual([409, 'idempotency_mismatch']);
    expect(await rowsOf()).toHaveLength(1);
  });
});

test('two cards added in parallel leave one current card', async () => {
  await begin();
  const answers = await Promise.all([add(cardOf(numbers.good)), add(cardOf(numbers.mastercard))]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const rows = await rowsOf();
  expect([rows.length, rows.filter(({ replacedAt }) => replacedAt === null).length]).toEqual([
    2, 1,
  ]);
});

describe('rejects a card', () => {
  const fieldOf = async (change: Record<string, string>, number: string = numbers.good) => {
    await begin();
    const answer = await add(cardOf(number, change));
    expect(await rowsOf()).toEqual([]);
    return [answer.statusCode, answer.json().fields];
  };
  const required = 'This field is required.';

  test('without a name [ACC-260]', async () => {
    expect(await fieldOf({ name: ' ' })).toEqual([422, { name: required }]);
  });
  test('with a name of more than 255 characters [ACC-261]', async () => {
    expect(await fieldOf({ name: 'a'.repeat(256) })).toEqual([
      422,
      { name: 'Enter 255 symbols maximum' },
    ]);
    await begin();
    expect((await add(cardOf(numbers.good, { name: 'a'.repeat(255) }))).statusCode).toBe(200);
  });
  test('without a number [ACC-262]', async () => {
    expect(await fieldOf({ number: '' })).toEqual([422, { number: required }]);
  });
  test('with an invalid number, or one of more than 19 digits [ACC-263] [ACC-264]', async () => {
    for (const number of ['4242424242424241', '4242', 'abcd', '42424242424242424242']) {
      expect(await fieldOf({ number })).toEqual([422, { number: 'Card number is invalid' }]);
    }
  });
  test('without an expiration [ACC-265]', async () => {
    expect(await fieldOf({ expiration: '' })).toEqual([422, { expiration: required }]);
  });
  test('with an expiration that isn’t mm/yy, is in the past, or has a month above 12 [ACC-266] [ACC-267] [ACC-268]', async () => {
    for (const expiration of ['1234', '1/34', '12/2034', '2034-12', '01/20', '13/34', '00/34']) {
      expect(await fieldOf({ expiration })).toEqual([
        422,
        { expiration: 'Expiration date is invalid' },
      ]);
    }
  });
  test('without a CVC [ACC-269]', async () => {
    expect(await fieldOf({ cvc: '' })).toEqual([422, { cvc: required }]);
  });
  test('with a CVC of fewer than 3 or more than 4 digits [ACC-270]', async () => {
    for (const cvc of ['12', '12345', 'abc']) expect((await fieldOf({ cvc }))[0]).toBe(422);
  });
  test('without a zip [ACC-271]', async () => {
    expect(await fieldOf({ address_zip: '' })).toEqual([422, { address_zip: required }]);
  });
  test('with a zip that isn’t 5 digits [ACC-272]', async () => {
    for (const address_zip of ['8020', '802021', '8020a'])
      expect((await fieldOf({ address_zip }))[0]).toBe(422);
  });
  test('and names every missing field at once', async () => {
    await begin();
    const answer = await add({});
    expect(Object.keys(answer.json().fields)).toEqual([
      'number',
      'expiration',
      'cvc',
      'name',
      'address_zip',
    ]);
  });
  test('in an unknown mode', async () => {
    await begin();
    expect((await owner.client.post(`${path()}?mode=other`, cardOf(numbers.good))).statusCode).toBe(
      400,
    );
    expect((await owner.client.post(path(), cardOf(numbers.good))).statusCode).toBe(400);
  });
});

describe('a card that the gateway rejects', () => {
  test("returns the gateway's message and stores nothing [ACC-465]", async () => {
    await begin();
    const answer = await add(cardOf(numbers.refused));
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { error: 'invalid', message: 'The card was declined.' },
    ]);
    expect(await rowsOf()).toEqual([]);
  });

  test('is reported on the field that the gateway names', async () => {
    await begin();
    const { message, fields } = (await add(cardOf(numbers.wrongCvc))).json();
    expect(fields).toEqual({ cvc: message });
  });

  test('keeps the previous card', async () => {
    await begin();
    await add(cardOf(numbers.good));
    await update(cardOf(numbers.refused));
    expect(await read()).toMatchObject({ number: '•••• •••• •••• 4242' });
  });

  test('can’t be one that a browser sends to Stripe', async () => {
    await begin();
    const answer = await add({ paymentMethodId: 'pm_123', name: 'Ann Lee', address_zip: '80202' });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      422,
      { number: 'Card number is invalid' },
    ]);
  });
});

describe('access to cards', () => {
  test('never includes another contractor’s card, by any id', async () => {
    await begin();
    const pro = await signedInAs(app, 'pro@demo.test');
    for (const id of [owner.userId, 999_999]) {
      expect((await pro.get(path(id))).statusCode).toBe(404);
      expect((await pro.post(`${path(id)}?mode=create`, cardOf(numbers.good))).statusCode).toBe(
        404,
      );
    }
    expect(await rowsOf()).toEqual([]);
  });

  test('is closed to a team user without Billing', async () => {
    const team = await signedInAs(app, 'team@demo.test');
    for (const path of [
      '/user/16/card',
      '/payment',
      '/payment-failed',
      '/contractor/101/subscription',
    ]) {
      expect((await team.get(path)).statusCode).toBe(403);
    }
  });

  test('requires a session', async () => {
    expect((await visitor(app).get('/user/11/card')).statusCode).toBe(401);
    expect((await visitor(app).get('/payment-gateway')).statusCode).toBe(401);
  });

  test('lets staff see only the card of the contractor they are switched into', async () => {
    await begin();
    await add(cardOf(numbers.good));
    const admin = await signedInAs(app, 'admin@demo.test');
    expect((await admin.get(path())).statusCode).toBe(404);
    await admin.switchInto(owner.userId);
    expect((await admin.get(path())).json()).toMatchObject({ number: '•••• •••• •••• 4242' });
    expect((await admin.post(`${path()}?mode=update`, cardOf(numbers.mastercard))).statusCode).toBe(
      200,
    );
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(
        and(
          eq(auditLog.action, 'card.replaced'),
          eq(auditLog.contractorId, owner.contractorId),
          isNotNull(auditLog.actorId),
        ),
      );
    expect(entry).toMatchObject({ actorId: 1, userId: owner.userId });
  });
});

test('the sandbox lists its test numbers', async () => {
  const pro = await signedInAs(app, 'pro@demo.test');
  const { gateway, publishableKey, testCards } = (await pro.get('/payment-gateway')).json();
  expect([gateway, publishableKey]).toEqual(['sandbox', null]);
  expect(testCards).toContainEqual({ number: numbers.good, description: expect.any(String) });
});
