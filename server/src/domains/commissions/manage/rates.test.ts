import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ManagedRatesView } from '@lintel/contract/commissions/manage-rates';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { addMonths, dayIn } from '../../../platform/days.ts';
import { writeSettingValue } from '../../../platform/settings/store.ts';
import { rolePrivileges, roles, userRoles } from '../../identity/tables.ts';
import { ratesOn, readRates } from '../rates.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const db = () => app.deps.database.db;
beforeEach(async () => {
  await db().execute(sql`delete from settings where name = 'CommissionRates'`);
});

const path = '/manage/commission-rates';
const today = (): string => dayIn(app.clock.now(), 'America/New_York');
const later = (months: number): string => addMonths(today(), months);
const form = (from: string, change: object = {}) => ({
  from,
  loan: 1.5,
  credit_card: 0.75,
  heloc: 20,
  referral: 250,
  partner: 12.5,
  ...change,
});
const { from: _from, ...raised } = form('');
const view = async (client = admin): Promise<ManagedRatesView> => (await client.get(path)).json();
const add = (body: object, client = admin) => client.post(path, body);
const cancel = (from: string, client = admin) => client.post(`${path}/${from}/cancel`, {});
const states = async () => (await view()).rates.map(({ from, state }) => [from, state]);

test('rates from a later day are planned, and past days keep theirs', async () => {
  const standard = (await view()).rates[0]?.rates;
  const answer = await add(form(later(1)));
  expect([answer.statusCode, answer.json().message]).toEqual([200, 'The rates are added.']);
  expect(await states()).toEqual([
    [later(1), 'planned'],
    ['2000-01-01', 'current'],
  ]);
  const dated = await readRates(db());
  expect([ratesOn(dated, today()), ratesOn(dated, later(1))]).toEqual([standard, raised]);
  expect((await view()).history[0]).toMatchObject({
    what: 'added',
    by: 'Avery Quinn',
    from: later(1),
    rates: raised,
  });
});

test('rates can start today', async () => {
  expect((await add(form(today()))).statusCode).toBe(200);
  expect(await states()).toEqual([
    [today(), 'current'],
    ['2000-01-01', 'past'],
  ]);
});

test.each([
  ['from', () => form(addMonths(today(), -1))],
  ['from', () => form('2026-02-30')],
  ['from', () => form('')],
  ['loan', () => form(later(1), { loan: 1.005 })],
  ['loan', () => form(later(1), { loan: -1 })],
  ['partner', () => form(later(1), { partner: 100.01 })],
  ['heloc', () => form(later(1), { heloc: 10_001 })],
  ['referral', () => form(later(1), { referral: 'much' })],
  ['credit_card', () => form(later(1), { credit_card: undefined })],
])('rejects a wrong %s and names the field', async (field, body) => {
  const answer = await add(body());
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [field]]);
  expect(await states()).toEqual([['2000-01-01', 'current']]);
});

test('parallel rates of the same day are added once', async () => {
  const answers = await Promise.all([1, 2, 3].map((loan) => add(form(later(1), { loan }))));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual(
    [200, 422, 422],
  );
  expect(await states()).toHaveLength(2);
});

test('planned rates can be canceled once, and the history names both', async () => {
  await add(form(later(2)));
  const answers = await Promise.all([cancel(later(2)), cancel(later(2))]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual(
    [200, 404],
  );
  expect(await states()).toEqual([['2000-01-01', 'current']]);
  expect((await view()).history.slice(0, 2).map(({ what, from }) => [what, from])).toEqual([
    ['canceled', later(2)],
    ['added', later(2)],
  ]);
});

test('rates in force, the first ones, and unknown days can’t be canceled', async () => {
  await add(form(today()));
  expect((await cancel(today())).statusCode).toBe(409);
  expect((await cancel('2000-01-01')).statusCode).toBe(409);
  expect((await cancel(later(3))).statusCode).toBe(404);
  const first = [{ from: later(5), rates: raised }];
  await writeSettingValue(db(), {
    name: 'CommissionRates',
    value: first,
    userId: null,
    at: app.clock.now(),
  });
  expect((await cancel(later(5))).statusCode).toBe(409);
});

test('rates added before the first ones leave the days until then unchanged', async () => {
  const first = { ...raised, loan: 9 };
  await writeSettingValue(db(), {
    name: 'CommissionRates',
    value: [{ from: later(5), rates: first }],
    userId: null,
    at: app.clock.now(),
  });
  expect((await add(form(later(1)))).statusCode).toBe(200);
  const dated = await readRates(db());
  const loans = [today(), later(1), later(5)].map((day) => ratesOn(dated, day).loan);
  expect(loans).toEqual([9, 1.5, 9]);
});

test('only staff with the privilege see rates, and only with “modify” change them', async () => {
  for (const email of [
    'brand@demo.test',
    'pro@demo.test',
    'support@demo.test',
    'payer@demo.test',
  ]) {
    const client = await signedInAs(app, email);
    const answers = [await client.get(path), await add(form(later(1)), client)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
  }
  const [role] = await db().insert(roles).values({ localRole: 'r', name: 'r' }).returning();
  const roleId = role?.id ?? 0;
  await db()
    .insert(rolePrivileges)
    .values({ roleId, resource: 'manage-commissions', code: 'access' });
  await db().insert(userRoles).values({ userId: 3, roleId });
  const reader = await signedInAs(app, 'mailer@demo.test');
  expect((await view(reader)).rates).toHaveLength(1);
  expect((await add(form(later(1)), reader)).statusCode).toBe(403);
  expect((await cancel(later(1), reader)).statusCode).toBe(403);
});

test('a change requires a step-up', async () => {
  await add(form(later(1)));
  const late = await signedInAs(app, 'admin@demo.test');
  late.provesItself = false;
  app.clock.pass(11 * 60);
  for (const answer of [await add(form(later(2)), late), await cancel(later(1), late)])
    expect(answer.json().error).toBe('step_up_required');
  admin = await signedInAs(app, 'admin@demo.test');
});
