import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';
import { linkSentTo, mailTo } from '../../../test/mail.ts';
import { MailRefused, type MailTransport } from '../../platform/mail/transport.ts';

const refused = new Set<string>();
const transport: MailTransport = {
  keepsMessages: true,
  send: async ({ to }) => {
    if (to.some(({ address }) => refused.has(address)))
      throw new MailRefused('550 No such mailbox');
    return [];
  },
  close: () => {},
};

let app: TestApp;
let support: TestClient;
let paid: number[];
beforeAll(async () => {
  app = await createTestApp({ transport });
  support = await signedInAs(app, 'support@demo.test');
  const { rows } = await app.deps.database.db.execute<{ id: number }>(
    sql`select id from contractors where owner_id is null and payment_status = 'Paid' order by id`,
  );
  paid = rows.map(({ id }) => id);
});
afterAll(() => app.close());

const rowOf = async (id: number) =>
  (await support.get(`/manage/contractor/${id}`)).json().contractor;
const form = (email: string, more = {}) => ({
  email,
  firstname: 'Nora',
  lastname: 'Owner',
  ...more,
});
const create = (id: number, body: object, client = support, key?: string) =>
  client.post(`/manage/contractor/${id}/account`, body, {
    headers: { ...(key && { 'idempotency-key': key }) },
  });

test('staff create an account with e-mail, names, plan, and manager, and the row then has a user [ADM-404] [ADM-041] [ADM-493]', async () => {
  const id = paid[0] ?? 0;
  const { plan } = await rowOf(id);
  const answer = await create(id, form('one@owner.test', { planId: plan.id, managerId: 1 }));
  expect(answer.json()).toMatchObject({
    message:
      'Account successfully created. An email with an authorization link has been sent to the contractor.',
    contractor: {
      id,
      hasUser: true,
      user: { email: 'one@owner.test', firstname: 'Nora' },
      cpActivation: '',
    },
  });
  expect(await rowOf(id)).toMatchObject({ hasUser: true });
  const m = await linkSentTo(app, 'one@owner.test', '/confirm');
  expect(
    (await visitor(app).post('/update-password', { enc: m, password: 'Demo-pass1' })).statusCode,
  ).toBe(200);
  expect((await rowOf(id)).cpActivation).toMatch(/^\d{4}-/);
});

describe('the customer success manager of a new account', () => {
  const dana = { id: 1, fullName: 'Dana Whitfield' };
  const theo = { id: 2, fullName: 'Theo Marsh' };
  /** A paid contractor without a manager, whose lead belongs to Theo. */
  const ofTheo = async (id: number): Promise<number> => {
    const { db } = app.deps.database;
    await db.execute(sql`update contractors set manager_id = null where id = ${id}`);
    await db.execute(sql`insert into leads (contractor_id, source_id, owner_id, created_at) values (${id}, 1, 2, now())
      on conflict (contractor_id) do update set owner_id = 2`);
    return id;
  };
  const managed = async (id: number) => (await support.get(`/manage/contractor/${id}`)).json();
  const latest = async (id: number) =>
    (await support.get(`/manage/contractor/${id}/history?limit=10`)).json().data[0];

  test('defaults to the lead’s owner', async () => {
    const id = await ofTheo(paid[4] ?? 0);
    expect(await managed(id)).toMatchObject({ manager: null, leadOwner: theo });
    expect((await create(id, form('lead@owner.test'))).statusCode).toBe(200);
    expect(await managed(id)).toMatchObject({ manager: theo });
    expect(await latest(id)).toMatchObject({
      text: 'Account created',
      changes: [{ field: 'Customer Success Manager', from: '', to: 'Theo Marsh' }],
    });
  });

  test('can be chosen, and the account’s owner sees it', async () => {
    const id = await ofTheo(paid[5] ?? 0);
    expect((await create(id, form('named@owner.test', { managerId: 1 }))).statusCode).toBe(200);
    expect(await managed(id)).toMatchObject({ manager: dana, leadOwner: theo });
    const m = await linkSentTo(app, 'named@owner.test', '/confirm');
    await visitor(app).post('/update-password', { enc: m, password: 'Demo-pass1' });
    const { contractor } = (await (await signedInAs(app, 'named@owner.test')).get('/user')).json();
    expect(contractor.managerCSO).toMatchObject({ firstName: 'Dana', lastName: 'Whitfield' });
  });

  test('can be left empty', async () => {
    const id = await ofTheo(paid[6] ?? 0);
    expect((await create(id, form('nobody@owner.test', { managerId: '' }))).statusCode).toBe(200);
    expect(await managed(id)).toMatchObject({ manager: null });
    expect(await latest(id)).toMatchObject({ text: 'Account created', changes: [] });
  });
});

test('repeated calls with one key create one account and send one message', async () => {
  const id = paid[1] ?? 0;
  const [first, second] = [
    await create(id, form('two@owner.test'), support, 'twice'),
    await create(id, form('two@owner.test'), support, 'twice'),
  ];
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(second.json()).toEqual(first.json());
  expect(await mailTo(app, 'two@owner.test')).toHaveLength(1);
  expect((await create(id, form('two@owner.test'))).json()).toMatchObject({
    error: 'conflict',
    message: 'This contractor already has an account.',
  });
});

test('another plan requires plan_modify, and a used e-mail is a field error', async () => {
  const id = paid[2] ?? 0;
  const { plan } = await rowOf(id);
  const other = plan.id === 4 ? 3 : 4;
  expect((await create(id, form('three@owner.test', { planId: other }))).json().error).toBe(
    'access_denied',
  );
  expect((await create(id, form('PRO@demo.test'))).json()).toMatchObject({
    fields: { email: expect.any(String) },
  });
  expect(await rowOf(id)).toMatchObject({ hasUser: false });
});

test('an unknown plan or manager is a field error, and no account is created', async () => {
  const id = paid[2] ?? 0;
  const admin = await signedInAs(app, 'admin@demo.test');
  for (const [choice, message] of [
    [{ planId: 99_999 }, { planId: 'This plan does not exist.' }],
    [{ managerId: 11 }, { managerId: 'There is no manager with this ID.' }],
    [{ managerId: 99_999 }, { managerId: 'There is no manager with this ID.' }],
  ] as const) {
    const answer = await create(id, form('five@owner.test', choice), admin);
    expect([answer.statusCode, answer.json().fields]).toEqual([422, message]);
  }
  expect(await rowOf(id)).toMatchObject({ hasUser: false });
});

test('creating an account requires account_create', async () => {
  for (const email of ['mailer@demo.test', 'pro@demo.test']) {
    expect(
      (await create(paid[2] ?? 0, form('four@owner.test'), await signedInAs(app, email)))
        .statusCode,
    ).toBe(403);
  }
});

test('an undeliverable confirmation is an activation error until it is sent again [ADM-403]', async () => {
  const id = paid[3] ?? 0;
  refused.add('typo@owner.test');
  const { contractor } = (await create(id, form('typo@owner.test'))).json();
  await app.work();
  expect((await rowOf(id)).cpActivation).toEqual({ error: expect.any(String) });
  refused.clear();
  expect((await support.get(`/user/${contractor.userId}/confirm-account`)).statusCode).toBe(200);
  expect((await rowOf(id)).cpActivation).toBe('');
  expect((await mailTo(app, 'typo@owner.test')).map(({ event }) => event)).toEqual([
    'confirm-account',
  ]);
});

test('resending the confirmation clears the activation error of the demo data', async () => {
  const before = await rowOf(208);
  expect(before).toMatchObject({
    companyName: 'Old Mill Kitchens',
    cpActivation: { error: expect.any(String) },
  });
  expect((await support.get(`/user/${before.user.id}/confirm-account`)).statusCode).toBe(200);
  expect((await rowOf(208)).cpActivation).toBe('');
  expect((await mailTo(app, before.email)).map(({ event }) => event)).toEqual(['confirm-account']);
});
