import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';
import { linkSentTo, mailTo } from '../../../test/mail.ts';

let app: TestApp;
let brand: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  brand = await signedInAs(app, 'brand@demo.test');
});
afterAll(() => app.close());

const names = { id: 12, firstname: 'Brandon', lastname: 'Okafor' };
const fieldsOf = async (path: string, body: object): Promise<unknown> => {
  const answer = await brand.post(path, body);
  expect(answer.statusCode).toBe(422);
  return answer.json().fields;
};

describe('the profile', () => {
  test('is saved with id, first and last name and returned as the user [ACC-410]', async () => {
    const answer = await brand.call('POST', '/user/12', {
      payload: 'id=12&firstname=Bran&lastname=O%27Kafor-Lee+Jr.',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.json()).toMatchObject({
      id: 12,
      firstname: 'Bran',
      lastname: "O'Kafor-Lee Jr.",
      initials: 'BO',
    });
    expect((await brand.get('/user')).json().user.fullName).toBe("Bran O'Kafor-Lee Jr.");
    const admin = await signedInAs(app, 'admin@demo.test');
    const { data } = (await admin.get('/manage/contractors?filters[searchText]=oak')).json();
    expect(data[0]).toMatchObject({ firstName: 'Bran', lastName: "O'Kafor-Lee Jr." });
    await brand.post('/user/12', names);
  });

  test.each([
    [{ firstname: '' }, { firstname: 'This field is required.' }],
    [{ lastname: ' ' }, { lastname: 'This field is required.' }],
    [{ firstname: 'x'.repeat(101) }, { firstname: 'Enter 100 symbols maximum' }],
    [{ lastname: 'x'.repeat(101) }, { lastname: 'Enter 100 symbols maximum' }],
    [
      { firstname: 'R2D2' },
      { firstname: 'Please use letters A to Z, dash, apostrophe, period or space only.' },
    ],
    [
      { lastname: 'A & B' },
      { lastname: 'Please use letters A to Z, dash, apostrophe, period or space only.' },
    ],
  ])('rejects %j [ACC-299] [ACC-300] [ACC-301] [ACC-302] [ACC-303]', async (change, fields) => {
    expect(await fieldsOf('/user/12', { ...names, ...change })).toEqual(fields);
  });

  test('of another user is not found', async () => {
    const pro = await signedInAs(app, 'pro@demo.test');
    expect((await pro.post('/user/12', names)).statusCode).toBe(404);
    expect((await pro.post('/user/12/update-email', { email: 'x@demo.test' })).statusCode).toBe(
      404,
    );
  });

  test('is saved for the account that staff switched into, and the audit log names both', async () => {
    const admin = await (await signedInAs(app, 'admin@demo.test')).switchInto(12);
    expect((await admin.post('/user/12', names)).statusCode).toBe(200);
    const { rows } = await app.deps.database.pool.query(
      `select actor_id, user_id from audit_log where action = 'user.profile-saved' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ actor_id: 1, user_id: 12 }]);
  });
});

describe('the e-mail', () => {
  test.each([
    ['', 'This field is required.'],
    ['not an address', 'The Email is in invalid format'],
    [`${'a'.repeat(241)}@demo.test`, 'Enter 250 symbols maximum'],
  ])('rejects %s: %s [ACC-304] [ACC-305] [ACC-306]', async (email, message) => {
    expect(await fieldsOf('/user/12/update-email', { id: 12, email })).toEqual({ email: message });
  });

  test('that two accounts confirm concurrently goes to one of them, and the other gets an error', async () => {
    const asked = 'wanted-by-two@demo.test';
    const links: string[] = [];
    for (const [account, id] of [
      ['canceled@demo.test', 15],
      ['team@demo.test', 16],
    ] as const) {
      await (await signedInAs(app, account)).post(`/user/${id}/update-email`, { id, email: asked });
      links.push(await linkSentTo(app, asked, '/ne'));
    }
    // Both find the address free before either takes it.
    const holder = await app.deps.database.pool.connect();
    await holder.query('begin');
    await holder.query('lock table contractors in access exclusive mode');
    const both = links.map((enc) => visitor(app).post('/confirm-change-email', { enc }));
    await expect
      .poll(
        async () =>
          (await holder.query(`select count(*)::int as n from pg_locks where not granted`)).rows[0]
            .n,
      )
      .toBeGreaterThanOrEqual(2);
    await holder.query('commit');
    holder.release();
    const answers = await Promise.all(both);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({
      error: 'email_already_used',
      fields: { email: expect.any(String) },
    });
  });

  test('can be changed only by the account itself: switched staff are rejected and no link is sent', async () => {
    const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(12);
    const answer = await staff.post('/user/12/update-email', {
      id: 12,
      email: 'taken-over@demo.test',
    });
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'access_denied']);
    expect(await mailTo(app, 'taken-over@demo.test')).toEqual([]);
  });

  test('of another account is rejected in any letter case [ACC-413]', async () => {
    const answer = await brand.post('/user/12/update-email', { id: 12, email: 'PRO@demo.test' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      error: 'email_already_used',
      fields: { email: expect.any(String) },
    });
  });

  test('changes once the link sent to the new address is confirmed, which signs the user out [ACC-221] [ACC-222] [ACC-412] [ACC-418]', async () => {
    const answer = await brand.post('/user/12/update-email', { id: 12, email: 'brandon@oak.test' });
    expect(answer.json()).toEqual({
      message: 'We sent an email with a link to confirm changing email.',
    });
    expect((await brand.get('/user')).json().email).toBe('brand@demo.test');
    const enc = await linkSentTo(app, 'brandon@oak.test', '/ne');
    expect((await visitor(app).post('/restore-decrypt', { enc })).json()).toEqual({
      firstname: 'Brandon',
      lastname: 'Okafor',
      email: 'brand@demo.test',
      newEmail: 'brandon@oak.test',
    });
    expect((await brand.get('/user')).json().email).toBe('brand@demo.test');
    const confirmed = await visitor(app).post('/confirm-change-email', { enc });
    expect(confirmed.json()).toEqual({ message: 'Your email has been successfully changed' });
    expect((await brand.get('/user')).statusCode).toBe(401);
    expect((await visitor(app).post('/confirm-change-email', { enc })).json().error).toBe(
      'invalid_link',
    );
    const [notice] = await mailTo(app, 'brand@demo.test');
    expect(notice?.event).toBe('email-changed');
    const signedIn = await visitor(app).post('/authentication', {
      username: 'brandon@oak.test',
      password: 'Demo-pass1',
    });
    expect(signedIn.statusCode).toBe(200);
  });

  test('is rejected at confirmation if another account took it first', async () => {
    const concierge = await signedInAs(app, 'concierge@demo.test');
    await concierge.post('/user/13/update-email', { email: 'shared@demo.test' });
    const enc = await linkSentTo(app, 'shared@demo.test', '/ne');
    const pro = await signedInAs(app, 'pro@demo.test');
    const user = {
      firstname: 'Sue',
      lastname: 'Red',
      email: 'shared@demo.test',
      contractorTeamAccess: { type: 'Full' },
    };
    expect((await pro.post('/contractor/101/team/user', user)).statusCode).toBe(200);
    expect((await visitor(app).post('/confirm-change-email', { enc })).json().error).toBe(
      'email_already_used',
    );
    expect((await concierge.get('/user')).json().email).toBe('concierge@demo.test');
  });
});

test('a rejected weak password costs no attempt, and each response lists its missing rules [ACC-320] [ACC-322] [ACC-323] [ACC-324] [ACC-326] [ACC-327]', async () => {
  const free = await signedInAs(app, 'free@demo.test');
  const { id } = (await free.get('/user')).json();
  const weak = {
    'Shrt-1a': 'Must be at least 8 characters long',
    'DEMO-PASS1': 'Minimum of 1 lower case letter [a-z]',
    'demo-pass1': 'Minimum of 1 upper case letter [A-Z]',
    'Demo-pass': 'Minimum of 1 numeric letter [0-9]',
    'Demo*pass1': 'Invalid character',
    'Demo pass1': "Password can't contain spaces",
  };
  for (let round = 0; round < 11; round += 1) {
    for (const [password, message] of Object.entries(weak)) {
      const answer = await free.post(`/user/${id}/update-password`, { id, password });
      expect([answer.statusCode, answer.json().fields]).toEqual([422, { password: message }]);
    }
  }
});
