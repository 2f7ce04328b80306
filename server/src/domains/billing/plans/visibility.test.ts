import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Plan } from '@lintel/contract/billing/plans';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { someone } from '../../../../test/sign-up.ts';
import { contractors } from '../../contractors/tables.ts';

let app: TestApp;
let staff: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  staff = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const form = (change: object = {}) => ({
  name: 'For one friend',
  price: '0',
  stripeId: 'price_friend',
  installmentIntervalsCount: '1',
  tier: 'Pro',
  roles: [10],
  ...change,
});
const make = async (change: object = {}): Promise<Plan> =>
  (await staff.post('/plan', form(change))).json().plan;
const save = (id: number, change: object) => staff.post(`/plan/${id}`, form(change));
const offered = async (): Promise<number[]> =>
  (await visitor(app).get('/sign-up/plans')).json().plans.map(({ id }: Plan) => id);
const given = async (query = ''): Promise<number[]> =>
  (await staff.get(`/manage/contractor-plans${query}`)).json().data.map(({ id }: Plan) => id);

test('a new plan is hidden: staff can assign it, but sign-up requires a public plan', async () => {
  const { id, visibility } = await make();
  expect(visibility).toBe('hidden');
  expect(await offered()).not.toContain(id);
  expect(await given()).toContain(id);
  const one = someone(app, { planId: id });
  const refused = { planId: 'This plan is no longer offered. Please choose another one.' };
  expect((await one.post(null)).json().fields).toEqual(refused);
  expect((await save(id, { visibility: 'public' })).json().plan.visibility).toBe('public');
  expect(await offered()).toContain(id);
  expect((await one.post(null)).statusCode).toBe(200);
});

test('a plan keeps its visibility when a change omits it', async () => {
  const { id } = await make({ visibility: 'public' });
  expect((await save(id, { name: 'Renamed' })).json().plan).toMatchObject({
    name: 'Renamed',
    visibility: 'public',
  });
  expect((await save(id, { visibility: 'shown' })).statusCode).toBe(422);
});

test('a plan of the tier Test is never public, even if its tier changed later', async () => {
  const refusal = { visibility: "A plan in the Test tier can't be public." };
  expect(
    (await staff.post('/plan', form({ tier: 'Test', visibility: 'public' }))).json().fields,
  ).toEqual(refusal);
  const { id } = await make({ visibility: 'public' });
  await save(id, { tier: 'Test' });
  expect(await offered()).not.toContain(id);
  expect((await someone(app, { planId: id }).post(null)).statusCode).toBe(422);
});

test('an archived plan can’t be chosen any more, and its contractors keep it', async () => {
  const { db } = app.deps.database;
  const { id } = await make({ visibility: 'public' });
  const has = someone(app, { planId: id });
  await has.post(null);
  const [keeper] = await db.select().from(contractors).where(eq(contractors.email, has.email));
  const inUse = await staff.call('DELETE', `/plan/${id}`);
  expect([inUse.statusCode, inUse.json().message]).toEqual([
    409,
    "Contractors use this plan, so it can't be deleted. You can archive it instead: no new contractor gets it, and those who have it keep it.",
  ]);
  await save(id, { visibility: 'archived' });
  expect(await offered()).not.toContain(id);
  expect(await given()).not.toContain(id);
  expect(await given(`?searchText=${encodeURIComponent(has.details.companyName)}`)).toEqual([]);
  const archived = 'This plan is archived. Please choose another one.';
  expect((await staff.post('/manage/contractor/103', { plan: id })).json().fields).toEqual({
    plan: archived,
  });
  const edited = await staff.post(`/manage/contractor/${keeper?.id}`, {
    plan: id,
    maxTeamUsers: 2,
  });
  expect([edited.statusCode, edited.json().contractor?.plan.id]).toEqual([200, id]);
  expect((await save(id, { visibility: 'hidden' })).statusCode).toBe(200);
  expect((await staff.post('/manage/contractor/103', { plan: id })).statusCode).toBe(200);
});

test('an account can’t be created on an archived plan, unless the contractor already has it', async () => {
  const { db } = app.deps.database;
  const { id } = await make({ visibility: 'archived' });
  const registeredAt = app.clock.now();
  const paid = {
    companyName: 'Vale',
    firstName: 'Nora',
    lastName: 'Vale',
    paymentStatus: 'Paid',
    registeredAt,
  } as const;
  const create = (contractorId: number, email: string) =>
    staff.post(`/manage/contractor/${contractorId}/account`, {
      email,
      firstname: 'Nora',
      lastname: 'Vale',
      planId: id,
    });
  const [other] = await db
    .insert(contractors)
    .values({ ...paid, planId: 3 })
    .returning();
  expect((await create(other?.id ?? 0, 'other@vale.test')).json().fields).toEqual({
    planId: 'This plan is archived. Please choose another one.',
  });
  const [own] = await db
    .insert(contractors)
    .values({ ...paid, planId: id })
    .returning();
  expect((await create(own?.id ?? 0, 'own@vale.test')).statusCode).toBe(200);
});
