import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Adjustment } from '@lintel/contract/commissions/adjustments';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { addMonths, dayIn, toMonth } from '../../../platform/days.ts';
import { readBalance } from '../../billing/index.ts';
import { ledgerEntries } from '../../billing/payments/tables.ts';
import { rolePrivileges, roles, userRoles } from '../../identity/tables.ts';
import { payouts } from '../../payouts/tables.ts';
import { commissionAdjustments, commissions } from '../tables.ts';

/** Proposes. */
let admin: TestClient;
/** Another person with the privilege. */
let other: TestClient;
let app: TestApp;
const db = () => app.deps.database.db;
const ofOther = 4;

beforeAll(async () => {
  app = await createTestApp();
  const [role] = await db().insert(roles).values({ localRole: 'c', name: 'c' }).returning();
  const roleId = role?.id ?? 0;
  await db()
    .insert(rolePrivileges)
    .values(
      (['access', 'modify'] as const).map((code) => ({
        roleId,
        resource: 'manage-commissions' as const,
        code,
      })),
    );
  await db().insert(userRoles).values({ userId: ofOther, roleId });
  await signIn();
});
afterAll(() => app.close());

async function signIn(): Promise<void> {
  admin = await signedInAs(app, 'admin@demo.test');
  other = await signedInAs(app, 'payer@demo.test');
}

const contractorId = 102;
const path = '/manage/commission-adjustments';
const today = (): string => dayIn(app.clock.now(), 'America/New_York');
const form = (change: object = {}) => ({
  contractorId,
  kind: 'bonus',
  amount: 250,
  reason: 'Spring campaign',
  effectiveOn: today(),
  ...change,
});
const propose = (change: object = {}, by = admin) => by.post(path, form(change));
const proposed = async (change: object = {}): Promise<Adjustment> => {
  const answer = await propose(change);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().adjustment;
};
type Step = 'approve' | 'reject' | 'cancel';
const step = (what: Step, id: number, by = other, contractor = contractorId) =>
  by.post(`/manage/contractor/${contractor}/commission-adjustment/${id}/${what}`, {});
const booked = (id: number) =>
  db()
    .select()
    .from(commissions)
    .where(
      and(eq(commissions.contractorId, contractorId), eq(commissions.source, `adjustment:${id}`)),
    );
const entries = (id: number) =>
  db()
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.contractorId, contractorId),
        like(ledgerEntries.source, `commission:adjustment:${id}`),
      ),
    );
const balance = () => readBalance(db(), contractorId, 'earnings');
const listed = async (query = ''): Promise<Adjustment[]> =>
  (await admin.get(`${path}?${query}`)).json().data;

test('a proposal books nothing', async () => {
  const before = await balance();
  const { id, ...rest } = await proposed();
  expect(rest).toMatchObject({
    companyName: 'Oak & Iron Remodeling',
    kind: 'bonus',
    amount: 250,
    reason: 'Spring campaign',
    state: 'proposed',
    proposedBy: 'Avery Quinn',
    decidedBy: '',
    bookedOn: null,
    isOwn: true,
  });
  expect([await booked(id), await entries(id), await balance()]).toEqual([[], [], before]);
});

test('another person’s approval books it once, and the contractor sees the reason', async () => {
  const before = await balance();
  const { id } = await proposed({ reason: 'Referral contest' });
  const answer = await step('approve', id);
  expect([answer.statusCode, answer.json().message]).toEqual([200, 'It is approved and booked.']);
  expect(answer.json().adjustment).toMatchObject({
    state: 'approved',
    decidedBy: 'Lou Castellano',
    bookedOn: today(),
  });
  expect(await booked(id)).toMatchObject([
    { type: 'bonus', amountCents: 25_000, note: 'Referral contest', payoutId: null },
  ]);
  expect(await entries(id)).toMatchObject([
    { account: 'earnings', kind: 'adjustment', amountCents: 25_000 },
  ]);
  expect(await balance()).toBe(before + 25_000);
  const contractor = await signedInAs(app, 'brand@demo.test');
  const { data } = (
    await contractor.get('/reports-commissions?filters[searchText]=contest')
  ).json();
  expect(data).toMatchObject([{ type: 'bonus', commission: 250, note: 'Referral contest' }]);
  const csv = (await contractor.get('/reports-commissions-export?format=csv')).body;
  expect(csv).toContain('Referral contest');
});

test('the proposer can’t approve or reject it, even while switched into a contractor', async () => {
  const { id } = await proposed();
  const switched = await (await signedInAs(app, 'admin@demo.test')).switchInto(12);
  for (const client of [admin, switched]) {
    const answer = await step('approve', id, client);
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      'You proposed this, so another person has to approve it.',
    ]);
    expect((await step('reject', id, client)).statusCode).toBe(403);
  }
  expect(await booked(id)).toEqual([]);
});

test('parallel approvals book it once', async () => {
  const before = await balance();
  const { id } = await proposed();
  const answers = await Promise.all([1, 2, 3, 4].map(() => step('approve', id)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual(
    [200, 409, 409, 409],
  );
  expect([(await booked(id)).length, (await entries(id)).length]).toEqual([1, 1]);
  expect(await balance()).toBe(before + 25_000);
});

test('an approval and a cancellation at the same time have one outcome', async () => {
  const { id } = await proposed();
  const answers = await Promise.all([step('approve', id), step('cancel', id, admin)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual(
    [200, 409],
  );
  const isApproved = answers[0]?.statusCode === 200;
  expect(await booked(id)).toHaveLength(isApproved ? 1 : 0);
});

test('only the proposer can cancel it, and a decided proposal stays as it is', async () => {
  const { id } = await proposed();
  expect((await step('cancel', id)).statusCode).toBe(403);
  expect((await step('cancel', id, admin)).statusCode).toBe(200);
  const rejected = await proposed();
  expect((await step('reject', rejected.id)).statusCode).toBe(200);
  for (const what of ['approve', 'reject', 'cancel'] as const)
    for (const one of [id, rejected.id]) {
      const by = what === 'cancel' ? admin : other;
      expect((await step(what, one, by)).statusCode).toBe(409);
      expect(await booked(one)).toEqual([]);
    }
});

test('a proposal is found only with its contractor', async () => {
  const { id } = await proposed();
  expect((await step('approve', id, other, 101)).statusCode).toBe(404);
  expect((await step('approve', 999_999)).statusCode).toBe(404);
  expect((await propose({ contractorId: 999_999 })).statusCode).toBe(404);
});

test('a day in a closed month becomes the day of the approval', async () => {
  const past = addMonths(today(), -2);
  const { id } = await proposed({ effectiveOn: past });
  const answer = await step('approve', id);
  expect(answer.json().message).toContain('because the month of');
  expect(answer.json().adjustment).toMatchObject({ effectiveOn: past, bookedOn: today() });
  expect(await booked(id)).toMatchObject([{ month: `${toMonth(today())}-01` }]);
});

test('a negative adjustment reduces an unsent payout at once', async () => {
  const month = `${toMonth(today())}-01`;
  await db().execute(sql`delete from payouts where contractor_id = ${contractorId}`);
  await db().execute(
    sql`update commissions set payout_id = 90001 where contractor_id = ${contractorId} and payout_id is null`,
  );
  const [payout] = await db()
    .insert(payouts)
    .values({ contractorId, month, amountCents: 10_000, state: 'due', createdAt: app.clock.now() })
    .returning();
  await db().execute(sql`
    insert into commissions (contractor_id, type, source, amount_cents, earned_at, booked_at, month, payout_id)
    values (${contractorId}, 'loan', 'offer:test', 10000, now(), now(), '2026-01-01', ${payout?.id ?? 0})`);
  const { id } = await proposed({ kind: 'adjustment', amount: -30.5 });
  expect((await step('approve', id)).statusCode).toBe(200);
  const [after] = await db()
    .select()
    .from(payouts)
    .where(and(eq(payouts.contractorId, contractorId), eq(payouts.id, payout?.id ?? 0)));
  expect(after?.amountCents).toBe(6_950);
  expect(await entries(id)).toMatchObject([{ kind: 'adjustment', amountCents: -3_050 }]);
});

test.each([
  ['amount', { amount: 0 }],
  ['amount', { amount: 1.005 }],
  ['amount', { amount: 100_000.01 }],
  ['amount', { amount: -5 }],
  ['amount', { amount: 'much' }],
  ['kind', { kind: 'loan' }],
  ['reason', { reason: ' ' }],
  ['reason', { reason: 'a'.repeat(501) }],
  ['effectiveOn', { effectiveOn: '2999-01-01' }],
  ['effectiveOn', { effectiveOn: '2001-01-01' }],
  ['effectiveOn', { effectiveOn: '2026-02-30' }],
])('rejects a wrong %s and names the field', async (field, change) => {
  const answer = await propose(change);
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [field]]);
});

test('a repeated proposal with its key is stored once', async () => {
  const count = async () => (await db().select().from(commissionAdjustments)).length;
  const before = await count();
  const send = () =>
    admin.post(path, form(), {
      headers: { 'idempotency-key': 'propose once' },
    });
  const [first, second] = [await send(), await send()];
  expect(second.json()).toEqual(first.json());
  expect(await count()).toBe(before + 1);
});

test('the list is filtered, sorted, and paged', async () => {
  const small = await proposed({ kind: 'adjustment', amount: -99_999, reason: 'Typo' });
  expect((await listed('order=%2Bamount&limit=10'))[0]?.id).toBe(small.id);
  expect((await listed('filters[searchText]=typo')).map(({ id }) => id)).toEqual([small.id]);
  const waiting = await listed('filters[state]=proposed&limit=100');
  expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(['proposed']));
});

test('contractors, team users, and staff without the privilege can do none of it', async () => {
  const { id } = await proposed();
  for (const email of [
    'brand@demo.test',
    'pro@demo.test',
    'support@demo.test',
    'mailer@demo.test',
  ]) {
    const client = await signedInAs(app, email);
    const answers = [
      await client.get(path),
      await client.get('/manage/commission-contractors?search=oak'),
      await propose({}, client),
      await step('approve', id, client),
      await step('reject', id, client),
      await step('cancel', id, client),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403]);
  }
});

test('proposing and deciding require a step-up', async () => {
  const { id } = await proposed();
  for (const client of [admin, other]) client.provesItself = false;
  app.clock.pass(11 * 60);
  const answers = [await propose(), await step('approve', id), await step('reject', id)];
  for (const answer of answers) expect(answer.json().error).toBe('step_up_required');
  await signIn();
});
