import { afterAll, beforeAll, expect, test } from 'vitest';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { allEndpoints } from '@lintel/contract/all';
import type { Privilege } from '@lintel/contract/core/access';
import { doorsOf } from '../../../test/access-matrix.ts';
import { createTestApp, signedInAs, type TestApp } from '../../../test/app.ts';
import { auditLog } from '../../platform/tables.ts';
import { ensureBuiltInRoles } from '../identity/built-in-roles.ts';
import { rolePrivileges, roles, userRoles } from '../identity/tables.ts';
import { payoutRuns } from './tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const db = () => app.deps.database.db;
const reviewing: Privilege = { resource: 'payout-tax', code: 'manage_access' };
const paying: Privilege = { resource: 'payouts', code: 'manage_access' };

let made = 0;

/** Gives mailer@demo.test a single role with these privileges, and signs in. */
async function staffWith(...privileges: Privilege[]) {
  made += 1;
  const localRole = `own-${made}`;
  const [role] = await db().insert(roles).values({ localRole, name: localRole }).returning();
  const roleId = role?.id ?? 0;
  await db()
    .insert(rolePrivileges)
    .values(privileges.map((one) => ({ roleId, ...one })));
  await db().delete(userRoles).where(eq(userRoles.userId, 3));
  await db().insert(userRoles).values({ userId: 3, roleId });
  return signedInAs(app, 'mailer@demo.test');
}

const ofStaff = allEndpoints.filter(
  ({ name, access }) => name.startsWith('payouts.') && access.kind === 'staff',
);
const both = ['payouts.managed', 'payouts.settings'];
const ofReviewers = [
  ...both,
  'payouts.review-w9-read',
  'payouts.review-w9',
  'payouts.review-w9-preview',
  'payouts.w9s-to-review',
];
const ofPayers = [
  ...both,
  'payouts.runs',
  'payouts.prepare-run',
  'payouts.release-run',
  'payouts.cancel-run',
  'payouts.run-file',
  'payouts.confirm-run',
  'payouts.return',
];
const openTo = async (client: Awaited<ReturnType<typeof staffWith>>): Promise<Set<string>> =>
  new Set(
    [...(await doorsOf(client, ofStaff))]
      .filter(([, verdict]) => verdict === 'open')
      .map(([name]) => name),
  );

test.each([
  ['review tax forms can’t move money', [reviewing], ofReviewers],
  ['pay can’t see tax forms', [paying], ofPayers],
  ['have both privileges can do both', [reviewing, paying], [...ofReviewers, ...ofPayers]],
] as const)('staff who %s', async (_who, privileges, expected) => {
  expect(await openTo(await staffWith(...privileges))).toEqual(new Set<string>(expected));
});

test('a reviewer who is switched into a contractor can’t pay either', async () => {
  const switched = await (await signedInAs(app, 'support@demo.test')).switchInto(11);
  expect(await openTo(switched)).toEqual(new Set(ofReviewers));
});

test('a payer can’t read bank details or tax forms of a contractor', async () => {
  const payer = await staffWith(paying);
  for (const path of ['payout-tax', 'ach', 'w9', 'w9/preview', 'w9-status', 'earnings', 'payouts'])
    expect([path, (await payer.get(`/contractor/102/${path}`)).statusCode]).toEqual([path, 403]);
});

test('the upgrade grants no new privileges: administrators pay, Support and custom roles still review', async () => {
  // As in the previous release: one privilege for both.
  await db().delete(rolePrivileges).where(eq(rolePrivileges.resource, 'payouts'));
  const reviewer = await staffWith(reviewing, { resource: 'manage-settings', code: 'modify' });
  await ensureBuiltInRoles(db());
  const holders = await db()
    .select()
    .from(rolePrivileges)
    .where(eq(rolePrivileges.resource, 'payouts'))
    .orderBy(rolePrivileges.roleId);
  // The upgrade assigns the new Payer role to no one.
  expect(holders).toEqual([
    { roleId: 1, ...paying },
    { roleId: 4, ...paying },
  ]);
  for (const client of [reviewer, await signedInAs(app, 'support@demo.test')]) {
    expect(await openTo(client)).toEqual(new Set(ofReviewers));
    expect(
      (await client.post('/payout-settings', { automatic: true, onePerson: true, thresholds: [] }))
        .statusCode,
    ).toBe(403);
  }
  expect((await (await signedInAs(app, 'admin@demo.test')).get('/payout-run')).statusCode).toBe(
    200,
  );
});

test('a custom role named payer before the upgrade keeps its privileges', async () => {
  await db().update(roles).set({ localRole: 'not-made-yet' }).where(eq(roles.id, 4));
  await db().insert(roles).values({ id: 77, localRole: 'payer', name: 'Our payers' });
  await db()
    .insert(rolePrivileges)
    .values({ roleId: 77, ...reviewing });
  for (let start = 0; start < 2; start += 1) await ensureBuiltInRoles(db());
  const named = await db()
    .select()
    .from(roles)
    .where(inArray(roles.id, [4, 77]))
    .orderBy(roles.id);
  expect(named).toMatchObject([
    { id: 4, localRole: 'payer', name: 'Payer' },
    { id: 77, localRole: 'payer-77', name: 'Our payers' },
  ]);
  expect(await db().select().from(rolePrivileges).where(eq(rolePrivileges.roleId, 77))).toEqual([
    { roleId: 77, ...reviewing },
  ]);
});

test('a role that can pay can’t be given to contractors by a plan', async () => {
  await staffWith(paying, { resource: 'refer', code: 'access' });
  const roleList = (await (await signedInAs(app, 'admin@demo.test')).get('/role')).json();
  expect(roleList).toContainEqual(
    expect.objectContaining({ localRole: `own-${made}`, staffOnly: true }),
  );
});

/** The latest entry of an action. */
const lastEntry = async (action: string) => {
  const [entry] = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, action))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return entry;
};
const looks = async (): Promise<number> =>
  (
    await db()
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(eq(auditLog.action, 'w9.read'), eq(auditLog.contractorId, 102)))
  ).length;

test.each([
  ['support@demo.test', null, '/manage/contractor/102/w9', 'signed form'],
  ['support@demo.test', null, '/manage/contractor/102/w9/preview', 'signed picture'],
  ['support@demo.test', null, '/contractor/102/w9', 'copy'],
  ['support@demo.test', null, '/contractor/102/w9/preview', 'picture of the copy'],
  ['admin@demo.test', 12, '/contractor/102/w9', 'copy'],
  ['admin@demo.test', 12, '/contractor/102/w9/preview', 'picture of the copy'],
  ['admin@demo.test', 12, '/manage/contractor/102/w9/preview', 'signed picture'],
] as const)(
  'records a tax form view by %s (switched into: %s) at %s',
  async (email, into, path, shown) => {
    const client = await signedInAs(app, email);
    if (into !== null) await client.switchInto(into);
    const before = await looks();
    expect((await client.get(path)).statusCode).toBe(200);
    expect(await looks()).toBe(before + 1);
    const actorId = email === 'admin@demo.test' ? 1 : 2;
    const entry = await lastEntry('w9.read');
    expect(entry).toMatchObject({
      actorId,
      userId: into ?? actorId,
      contractorId: 102,
      entity: 'w9',
    });
    expect(entry?.entityId).toMatch(/^\d+$/);
    expect(entry?.details).toEqual({ shown, version: 2, state: 'Verified' });
  },
);

test('a contractor’s views of their own form aren’t recorded, nor are rejected ones', async () => {
  const before = await looks();
  const brand = await signedInAs(app, 'brand@demo.test');
  for (const path of ['/contractor/102/w9', '/contractor/102/w9/preview'])
    expect((await brand.get(path)).statusCode).toBe(200);
  const pro = await signedInAs(app, 'pro@demo.test');
  expect((await pro.get('/contractor/102/w9/preview')).statusCode).toBe(404);
  expect((await pro.get('/manage/contractor/102/w9/preview')).statusCode).toBe(403);
  expect(await looks()).toBe(before);
});

test('each bank file download is recorded with user, file, and whether it is the first', async () => {
  const admin = await signedInAs(app, 'admin@demo.test');
  const [run] = await db().select().from(payoutRuns).limit(1);
  await db().execute(
    sql`update payout_runs set downloaded_at = null, downloaded_by = null where id = ${run?.id ?? 0}`,
  );
  for (const again of [false, true]) {
    expect((await admin.get(`/payout-run/${run?.id}/file`)).statusCode).toBe(200);
    const entry = await lastEntry('payout-run.downloaded');
    expect(entry).toMatchObject({ actorId: 1, entityId: String(run?.id) });
    expect(entry?.details).toEqual({ again, count: run?.count, totalCents: run?.totalCents });
  }
});
