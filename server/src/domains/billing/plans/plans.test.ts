import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import type { Plan } from '@lintel/contract/billing/plans';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { auditLog } from '../../../platform/tables.ts';
import { ensureBuiltInRoles } from '../../identity/index.ts';
import { rolePrivileges, roles, userRoles } from '../../identity/tables.ts';
import { subscriptions } from '../subscriptions/tables.ts';
import { planRoles, plans } from './tables.ts';

let app: TestApp;
let staff: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  staff = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const form = (change: object = {}) => ({
  name: 'Spring',
  price: '1188.50',
  stripeId: 'price_spring',
  installmentIntervalsCount: '12',
  tier: 'Pro',
  roles: [10, 11],
  ...change,
});
const make = async (change: object = {}): Promise<Plan> =>
  (await staff.post('/plan', form(change))).json().plan;
const list = async (query = ''): Promise<{ data: Plan[]; total: number }> =>
  (await staff.get(`/plan?${query}`)).json();
const idsOf = async (query: string): Promise<number[]> =>
  (await list(query)).data.map(({ id }) => id);
const find = async (id: number): Promise<Plan | undefined> =>
  (await list('limit=75')).data.find((one) => one.id === id);
const refusedAs = async (field: string, change: object): Promise<string | undefined> =>
  (await staff.post('/plan', form(change))).json().fields?.[field];
const lastEntry = async (id: number) => {
  const entries = await app.deps.database.db
    .select()
    .from(auditLog)
    .where(sql`entity = 'plan' and entity_id = ${String(id)}`);
  return entries.toSorted((a, b) => a.id - b.id).at(-1);
};

describe('the list of plans', () => {
  test('shows a plan with all its fields and roles [ADM-192] [ADM-433]', async () => {
    const { data, total } = await list();
    expect(total).toBe(6);
    expect(data.find(({ id }) => id === 3)).toEqual({
      id: 3,
      name: 'Pro',
      price: 1188,
      stripeId: 'price_demo_pro',
      associatedStripeId: 'price_demo_pro_once',
      installmentIntervalsCount: 12,
      opportunities: ['FDA', 'HELOC'],
      tier: 'Pro',
      description: [
        'All loan programs',
        'As many co-branded pages as you need',
        'Reports on every application',
        'Team users',
      ],
      rolesCollection: [
        { id: 10, localRole: 'contractor' },
        { id: 11, localRole: 'contractor-reports' },
        { id: 12, localRole: 'contractor-sales-desk' },
      ],
      visibility: 'public',
      version: 1,
    });
  });

  test('is sorted by id, 25 per page by default [ADM-434] [ADM-513] [ADM-515]', async () => {
    expect(await idsOf('')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await idsOf('order=-id')).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await idsOf('order=%2Bprice')).toEqual([1, 6, 2, 3, 4, 5]);
    expect(await idsOf('order=-price')).toEqual([5, 4, 3, 2, 6, 1]);
    expect(await idsOf('order=%2Bname')).toEqual([4, 5, 1, 3, 2, 6]);
    expect(await idsOf('order=%2Btier')).toEqual([4, 5, 1, 3, 2, 6]);
    expect(await idsOf('order=-installmentIntervalsCount')).toEqual([4, 3, 5, 6, 2, 1]);
    expect(await idsOf('order=%2BstripeId')).toEqual([4, 5, 1, 3, 2, 6]);
    for (const order of ['id', 'description', '+password', '']) {
      expect((await staff.get(`/plan?order=${encodeURIComponent(order)}`)).statusCode).toBe(400);
    }
    const { db } = app.deps.database;
    const many = { tier: 'Test', priceCents: 0, stripeId: 'many' } as const;
    await db.insert(plans).values(
      Array.from({ length: 24 }, (_, index) => ({
        ...many,
        id: 40 + index,
        name: `Many ${index}`,
      })),
    );
    const first = await list();
    expect([first.data.length, first.total]).toEqual([25, 30]);
    expect((await idsOf('page=2')).length).toBe(5);
    expect(await idsOf('page=3')).toEqual([]);
    await db.delete(plans).where(eq(plans.stripeId, 'many'));
  });

  test('has pages of 10, 25, 50, or 75 [ADM-514]', async () => {
    const answers = [10, 25, 50, 75, 1, 26, 100].map(
      async (limit) => (await staff.get(`/plan?limit=${limit}`)).statusCode,
    );
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 400, 400, 400]);
  });

  test('is searched case-insensitively by name, tier, and Stripe ids, with literal wildcards [ADM-433]', async () => {
    const searched = (text: string) => idsOf(`filters[searchText]=${encodeURIComponent(text)}`);
    expect(await searched('SELF-serv')).toEqual([2]);
    expect(await searched('price_demo_brand_once')).toEqual([4]);
    expect(await searched('concierge')).toEqual([5]);
    expect(await searched('self')).toEqual([2]);
    expect(await searched('%')).toEqual([]);
    expect((await list('filters[searchText]=price_demo&limit=10')).total).toBe(6);
  });
});

describe('staff', () => {
  test('create a plan; its empty description lines are dropped [ADM-435] [ADM-438] [ADM-317] [ADM-318] [ADM-319]', async () => {
    const payload = new URLSearchParams([
      ['name', '  Spring   offer '],
      ['price', '99.90'],
      ['stripeId', 'price_1'],
      ['associatedStripeId', ''],
      ['installmentIntervalsCount', '3'],
      ['tier', 'Brand'],
      ['roles[]', '11'],
      ['roles[]', '10'],
      ['roles[]', '10'],
      ['opportunities[]', 'HELOC'],
      ['description', '\n • Reports \r\n\r\n   \n•\nYour brand first\n'],
    ]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await staff.call('POST', '/plan', { payload: payload.toString(), headers });
    expect(answer.json()).toMatchObject({
      message: 'Plan created',
      plan: {
        name: 'Spring offer',
        price: 99.9,
        opportunities: ['HELOC'],
        description: ['Reports', 'Your brand first'],
      },
    });
    const { id } = answer.json().plan as Plan;
    expect(await find(id)).toEqual(answer.json().plan);
    expect((await find(id))?.rolesCollection.map((role) => role.id)).toEqual([10, 11]);
    expect(await lastEntry(id)).toMatchObject({
      action: 'plan.created',
      actorId: 1,
      details: { plan: { name: 'Spring offer', priceCents: 9990, roles: [10, 11] } },
    });
  });

  test('create one without opportunities, description, and associated Stripe id [ADM-317]', async () => {
    expect(await make()).toMatchObject({
      associatedStripeId: '',
      opportunities: [],
      description: [],
      price: 1188.5,
    });
  });

  test('change a plan, and the log keeps the old and the new values [ADM-436]', async () => {
    const { id } = await make({ description: 'One', opportunities: ['FDA'] });
    const answer = await staff.post(
      `/plan/${id}`,
      form({ price: 99_999_999.99, roles: [11], description: 'One\nTwo', version: 1 }),
    );
    expect(answer.json()).toMatchObject({
      message: 'Plan updated',
      plan: { id, version: 2, price: 99_999_999.99, opportunities: [] },
    });
    expect(await find(id)).toEqual(answer.json().plan);
    const { action, details } = (await lastEntry(id)) ?? {};
    expect(action).toBe('plan.updated');
    expect(details).toEqual({
      version: 2,
      changes: {
        priceCents: { from: 118_850, to: 9_999_999_999 },
        roles: { from: [10, 11], to: [11] },
        description: { from: ['One'], to: ['One', 'Two'] },
        opportunities: { from: ['FDA'], to: [] },
      },
    });
    expect((await staff.post('/plan/99999', form())).statusCode).toBe(404);
  });

  test('delete an unused plan, once [ADM-437]', async () => {
    const { id } = await make();
    expect((await staff.call('DELETE', `/plan/${id}`)).json()).toEqual({ message: 'Plan deleted' });
    expect(await find(id)).toBeUndefined();
    expect(
      await app.deps.database.db.select().from(planRoles).where(eq(planRoles.planId, id)),
    ).toEqual([]);
    expect(await lastEntry(id)).toMatchObject({
      action: 'plan.deleted',
      details: { plan: { name: 'Spring', roles: [10, 11] } },
    });
    expect((await staff.call('DELETE', `/plan/${id}`)).statusCode).toBe(404);
  });

  test('can’t delete a plan that contractors have, and its roles stay [ADM-437]', async () => {
    const answer = await staff.call('DELETE', '/plan/3');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({
      error: 'in_use',
      message: expect.stringContaining("Contractors use this plan, so it can't be deleted."),
    });
    expect((await find(3))?.rolesCollection).toHaveLength(3);
  });

  test('editing the same plan don’t overwrite each other, even in parallel', async () => {
    const { id } = await make();
    const both = await Promise.all(
      ['A', 'B'].map((name) => staff.post(`/plan/${id}`, form({ name, version: 1 }))),
    );
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    const refused = both.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toEqual({
      error: 'conflict',
      message: 'Someone else changed this plan.',
    });
    const winner = both.find(({ statusCode }) => statusCode === 200)?.json().plan as Plan;
    expect(await find(id)).toEqual(winner);
    expect(
      (await staff.post(`/plan/${id}`, form({ name: 'C', version: 2 }))).json().plan.version,
    ).toBe(3);
    expect((await staff.post(`/plan/${id}`, form({ name: 'D' }))).json().plan.version).toBe(4);
  });

  test('list the roles, and which of them only staff can hold [ADM-439]', async () => {
    expect((await staff.get('/role')).json()).toEqual([
      { id: 1, localRole: 'administrator', name: 'Administrator', staffOnly: true },
      { id: 2, localRole: 'support', name: 'Support', staffOnly: true },
      { id: 3, localRole: 'mailer', name: 'Unsubscribers', staffOnly: true },
      { id: 4, localRole: 'payer', name: 'Payer', staffOnly: true },
      { id: 10, localRole: 'contractor', name: 'Contractor', staffOnly: false },
      { id: 11, localRole: 'contractor-reports', name: 'Reports', staffOnly: false },
      { id: 12, localRole: 'contractor-sales-desk', name: 'Sales desk', staffOnly: false },
    ]);
  });
});

describe('a plan', () => {
  test('requires name, Stripe id, installments, roles, price, and tier [ADM-305] [ADM-306] [ADM-307] [ADM-308] [ADM-309] [ADM-314]', async () => {
    const needed = ['name', 'stripeId', 'installmentIntervalsCount', 'roles', 'price', 'tier'];
    const required = Object.fromEntries(needed.map((field) => [field, 'This field is required.']));
    expect((await staff.post('/plan', {})).json().fields).toEqual(required);
    const blank = Object.fromEntries(needed.map((field) => [field, field === 'roles' ? [] : ' ']));
    expect((await staff.post('/plan', { ...blank, tier: '' })).json().fields).toEqual(required);
  });

  test.each([
    ['1,188', 'Please leave out the thousands separator.'],
    ['-1', 'The price cannot be negative.'],
    ['123456789', 'Enter 8 digits maximum before the decimal point'],
    ['99.999', 'Enter 2 decimals maximum'],
    ['ninety', 'Please enter a number such as 99 or 99.50.'],
    ['1e3', 'Please enter a number such as 99 or 99.50.'],
  ])('rejects the price %s: %s [ADM-310] [ADM-311] [ADM-312] [ADM-313]', async (price, message) => {
    expect(await refusedAs('price', { price })).toBe(message);
  });

  test('has a whole or decimal price, with up to 8 digits before the decimals [ADM-310] [ADM-311]', async () => {
    for (const price of ['0', '12345678', '12345678.9', '0.01', 29.9]) {
      expect((await make({ price })).price).toBe(Number(price));
    }
  });

  test('has one of six tiers [ADM-315] [ADM-316]', async () => {
    for (const tier of ['Pro', 'Self', 'Concierge', 'Brand', 'Free', 'Test'])
      expect((await make({ tier })).tier).toBe(tier);
    for (const tier of ['Gold', 'pro', 'Pro ']) {
      expect(await refusedAs('tier', { tier })).toBe(
        'Please choose one of Pro, Self, Concierge, Brand, Free, Test.',
      );
    }
  });

  test('is paid in 1 to 24 installments [ADM-307]', async () => {
    const refused = (count: unknown) =>
      refusedAs('installmentIntervalsCount', { installmentIntervalsCount: count });
    for (const count of ['0', '25'])
      expect(await refused(count)).toBe('Please enter a number from 1 to 24.');
    for (const count of ['1.5', 'two', '-1'])
      expect(await refused(count)).toBe('Please use digits only');
    for (const count of [1, '24']) expect(await refused(count)).toBeUndefined();
  });

  test('can’t grant unknown roles or staff roles', async () => {
    const { db } = app.deps.database;
    await db.insert(roles).values({ id: 50, localRole: 'desk', name: 'Desk' });
    await db
      .insert(rolePrivileges)
      .values({ roleId: 50, resource: 'co-branded', code: 'manage_access' });
    expect(await refusedAs('roles', { roles: [10, 4711] })).toBe('This role does not exist.');
    expect(await refusedAs('roles', { roles: [10, 1] })).toBe(
      'The role Administrator is for staff only.',
    );
    expect(await refusedAs('roles', { roles: [50] })).toBe('The role Desk is for staff only.');
    expect((await staff.post('/plan/3', form({ roles: [3] }))).statusCode).toBe(422);
    expect((await find(3))?.rolesCollection.map(({ id }) => id)).toEqual([10, 11, 12]);
  });

  test('with changed roles opens and closes sections for its contractors immediately', async () => {
    const owner = await signedInAs(app, 'brand@demo.test');
    const reads = async () => (await owner.get('/reports-applications')).statusCode;
    const brand = (await find(4)) as Plan;
    const { rolesCollection: _roles, version: _version, ...values } = brand;
    expect(await reads()).toBe(200);
    await staff.post('/plan/4', { ...values, roles: [10] });
    expect(await reads()).toBe(403);
    await staff.post('/plan/4', { ...values, roles: [10, 11] });
    expect(await reads()).toBe(200);
  });
});

describe('access to plans', () => {
  const calls = [
    ['GET', '/plan'],
    ['GET', '/role'],
    ['POST', '/plan'],
    ['POST', '/plan/6'],
    ['DELETE', '/plan/6'],
  ] as const;
  const answersOf = (client: TestClient) =>
    Promise.all(
      calls.map(
        async ([method, path]) =>
          (await client.call(method, path, method === 'POST' ? { payload: form() } : {}))
            .statusCode,
      ),
    );

  test('is closed to visitors, contractors, and staff without the privilege', async () => {
    const before = await list('limit=75');
    expect(await answersOf(visitor(app))).toEqual([401, 401, 401, 401, 401]);
    for (const email of [
      'pro@demo.test',
      'team@demo.test',
      'support@demo.test',
      'mailer@demo.test',
    ]) {
      expect(await answersOf(await signedInAs(app, email))).toEqual([403, 403, 403, 403, 403]);
    }
    expect(await list('limit=75')).toEqual(before);
  });

  test('requires both read and modify privileges for changes', async () => {
    const { db } = app.deps.database;
    const before = await list('limit=75');
    await db.insert(roles).values({ id: 60, localRole: 'plan-reader', name: 'Plans' });
    await db.insert(userRoles).values({ userId: 3, roleId: 60 });
    const client = await signedInAs(app, 'mailer@demo.test');
    await db
      .insert(rolePrivileges)
      .values({ roleId: 60, resource: 'manage-plans', code: 'access' });
    expect(await answersOf(client)).toEqual([200, 200, 403, 403, 403]);
    await db.update(rolePrivileges).set({ code: 'modify' }).where(eq(rolePrivileges.roleId, 60));
    expect(await answersOf(client)).toEqual([403, 403, 403, 403, 403]);
    expect(await list('limit=75')).toEqual(before);
    await ensureBuiltInRoles(db);
  });
});

test('staff see how many contractors pay for a plan and when a new price would apply to them', async () => {
  const { id } = await make({ name: 'Counted' });
  const years = async () => (await staff.get(`/plan/${id}/years`)).json();
  expect(await years()).toEqual({
    contractors: 0,
    nextFrom: null,
    raisedFrom: null,
    raisedUntil: null,
  });
  const { db } = app.deps.database;
  const day = 86_400_000;
  const inDays = (days: number): Date =>
    new Date(Math.floor(app.clock.now().getTime() / day) * day + days * day);
  // The first can't be notified before this renewal, the second can, the third ends with its year,
  // the fourth has ended.
  const values = [
    { contractorId: 201, termEnd: inDays(20) },
    { contractorId: 202, termEnd: inDays(60) },
    { contractorId: 203, termEnd: inDays(40), cancelAtTermEnd: true },
    { contractorId: 204, termEnd: inDays(40), state: 'canceled' as const },
  ];
  await db
    .update(subscriptions)
    .set({ state: 'canceled' })
    .where(eq(subscriptions.contractorId, 201));
  await db.insert(subscriptions).values(
    values.map((value) => ({
      state: 'active' as const,
      planId: id,
      priceCents: 118_850,
      installments: 12,
      startedAt: inDays(-300),
      termStart: inDays(-300),
      ...value,
    })),
  );
  for (const { contractorId } of values) {
    await db.execute(sql`update contractors set plan_id = ${id} where id = ${contractorId}`);
  }
  const nextYear = new Date(inDays(20));
  nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1);
  expect(await years()).toEqual({
    contractors: 3,
    nextFrom: inDays(20).toISOString(),
    raisedFrom: inDays(60).toISOString(),
    raisedUntil: nextYear.toISOString(),
  });
  expect((await staff.get('/plan/999999/years')).statusCode).toBe(404);
  const pro = await signedInAs(app, 'pro@demo.test');
  expect((await pro.get(`/plan/${id}/years`)).statusCode).toBe(403);
});
