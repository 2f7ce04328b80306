import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { linkSentTo, mailTo } from '../../../../test/mail.ts';

let app: TestApp;
let support: TestClient;
let paid: number;
let unpaid: number;
beforeAll(async () => {
  app = await createTestApp();
  support = await signedInAs(app, 'support@demo.test');
  const idOf = async (status: string): Promise<number> => {
    const { rows } = await app.deps.database.db.execute<{ id: number }>(
      sql`select id from contractors where owner_id is null and payment_status = ${status} order by id limit 1`,
    );
    return rows[0]?.id ?? 0;
  };
  [paid, unpaid] = [await idOf('Paid'), await idOf('Unpaid')];
});
afterAll(() => app.close());

const owner = (more: object) => ({
  email: 'new@owner.test',
  firstname: 'Nora',
  lastname: 'Owner',
  contractorId: paid,
  ...more,
});

test('staff create the account of a contractor that has paid, who activates it by the e-mailed link [ACC-411] [ACC-419]', async () => {
  const answer = await support.post('/user', owner({}));
  expect(answer.json()).toMatchObject({
    message:
      'Account successfully created. An email with an authorization link has been sent to the contractor.',
    user: { email: 'new@owner.test', contractor: paid },
  });
  const userId: number = answer.json().user.id;
  expect(
    (
      await visitor(app).post('/authentication', {
        username: 'new@owner.test',
        password: 'Demo-pass1',
      })
    ).statusCode,
  ).toBe(401);
  const first = await linkSentTo(app, 'new@owner.test', '/confirm');
  expect((await support.get(`/user/${userId}/confirm-account`)).statusCode).toBe(200);
  const second = await linkSentTo(app, 'new@owner.test', '/confirm');
  expect(
    (await visitor(app).post('/update-password', { enc: first, password: 'Demo-pass1' })).json()
      .error,
  ).toBe('invalid_link');
  const client = visitor(app);
  expect(
    (await client.post('/update-password', { enc: second, password: 'Demo-pass1' })).json(),
  ).toMatchObject({ signedIn: true });
  expect((await client.get('/user')).json()).toMatchObject({
    needConfirmProviderAgreement: true,
    needQuiz: true,
  });
  expect((await mailTo(app, 'new@owner.test')).map(({ event }) => event)).toEqual([
    'account-created',
    'confirm-account',
    'confirm-account',
  ]);
  expect((await support.get(`/user/${userId}/confirm-account`)).statusCode).toBe(409);
});

test('rejects a second account, an account before payment, and an e-mail in use', async () => {
  expect((await support.post('/user', owner({ email: 'x@owner.test' }))).json().error).toBe(
    'conflict',
  );
  expect((await support.post('/user', owner({ contractorId: unpaid }))).json().error).toBe(
    'conflict',
  );
  expect((await support.post('/user', owner({ contractorId: 999_999 }))).statusCode).toBe(404);
  await app.deps.database.db.execute(
    sql`update contractors set payment_status = 'Paid' where id = ${unpaid}`,
  );
  const used = await support.post('/user', owner({ contractorId: unpaid, email: 'PRO@demo.test' }));
  expect(used.json()).toMatchObject({
    error: 'email_already_used',
    fields: { email: expect.any(String) },
  });
});

test("contractors and staff without the account-create privilege can't create accounts", async () => {
  for (const email of ['mailer@demo.test', 'pro@demo.test']) {
    const client = await signedInAs(app, email);
    expect((await client.post('/user', owner({ email: 'y@owner.test' }))).statusCode).toBe(403);
    expect((await client.get('/user/11/confirm-account')).statusCode).toBe(403);
  }
});

test('never sends a confirmation to staff or to a confirmed account', async () => {
  expect((await support.get('/user/1/confirm-account')).statusCode).toBe(404);
  expect((await support.get('/user/12/confirm-account')).statusCode).toBe(409);
});

test("another site's link to the confirmation endpoint sends nothing", async () => {
  const answer = await support.call('GET', '/user/12/confirm-account', {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(answer.json().error).toBe('wrong_origin');
});
