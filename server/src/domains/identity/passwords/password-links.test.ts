import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import {
  createTestApp,
  signedInAs,
  TestClient,
  visitor,
  type TestApp,
} from '../../../../test/app.ts';
import { linkSentTo, mailTo } from '../../../../test/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
// Rate limits by address would otherwise carry over between tests.
beforeEach(() => app.deps.database.db.execute(sql`delete from call_counters`));

const signInWith = (username: string, password: string) =>
  visitor(app).post('/authentication', { username, password });
const askFor = (email: string) => visitor(app).post('/restore', { email });
const linkFor = async (email: string): Promise<string> => {
  expect((await askFor(email)).statusCode).toBe(200);
  return linkSentTo(app, email, '/np');
};
const setBy = (enc: string, newPassword = 'Second-pass2') =>
  visitor(app).post('/update-password', { enc, newPassword });
const invalid = { error: 'invalid_link', message: 'Invalid link' };

describe('a forgotten password', () => {
  test('a visitor requests a reset by e-mail and receives a link that sets a new password [ACC-432] [ACC-434]', async () => {
    const enc = await linkFor('brand@demo.test');
    const answer = await setBy(enc);
    expect(answer.json()).toEqual({
      message: 'Thank you! Your password successfully changed',
      signedIn: false,
    });
    expect((await signInWith('brand@demo.test', 'Demo-pass1')).statusCode).toBe(401);
    expect((await signInWith('brand@demo.test', 'Second-pass2')).statusCode).toBe(200);
    const [told] = await mailTo(app, 'brand@demo.test');
    expect(told?.event).toBe('password-changed');
  });

  test('the field can also be called password [ACC-434]', async () => {
    const enc = await linkFor('brand@demo.test');
    const answer = await visitor(app).post('/update-password', { enc, password: 'Demo-pass1' });
    expect(answer.statusCode).toBe(200);
    expect((await signInWith('brand@demo.test', 'Demo-pass1')).statusCode).toBe(200);
    expect((await visitor(app).post('/update-password', { enc })).json().fields).toEqual({
      password: 'This field is required.',
    });
  });

  test('enumeration: the response is the same whether or not the account exists, and an unknown address gets no message', async () => {
    const [known, unknown] = [
      await askFor('concierge@demo.test'),
      await askFor('nobody@demo.test'),
    ];
    expect(unknown.statusCode).toBe(known.statusCode);
    expect(unknown.json()).toEqual(known.json());
    expect(await mailTo(app, 'nobody@demo.test')).toEqual([]);
    expect(await mailTo(app, 'concierge@demo.test')).toHaveLength(1);
  });

  test('enumeration: both cases do the same work before responding', async () => {
    const jobs = async () => {
      const { rows } = await app.deps.database.pool.query<{ total: string }>(
        'select count(*) as total from graphile_worker.jobs',
      );
      return Number(rows[0]?.total);
    };
    await app.work();
    await askFor('concierge@demo.test');
    expect(await jobs()).toBe(1);
    await app.work();
    await askFor('nobody@demo.test');
    expect(await jobs()).toBe(1);
  });

  test('an account gets at most five messages an hour, and the sixth request gets the same response', async () => {
    const before = (await mailTo(app, 'canceled@demo.test')).length;
    for (let request = 0; request < 7; request += 1)
      expect((await askFor('canceled@demo.test')).statusCode).toBe(200);
    expect((await mailTo(app, 'canceled@demo.test')).length - before).toBe(5);
  });

  test('brute force: one address can make forty requests in 15 minutes', async () => {
    const answers = [];
    for (let request = 0; request < 41; request += 1)
      answers.push(await askFor(`nobody${request}@demo.test`));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 40 }, () => 200),
      429,
    ]);
  });

  test('brute force: guessing links is throttled by address, and a valid link still opens', async () => {
    const guess = async () =>
      (await visitor(app).post('/restore-decrypt', { enc: 'guess' })).statusCode;
    for (let request = 0; request < 60; request += 1) expect(await guess()).toBe(404);
    expect(await guess()).toBe(429);
    const enc = await linkFor('brand@demo.test');
    expect((await visitor(app).post('/restore-decrypt', { enc })).statusCode).toBe(200);
    for (let request = 0; request < 180; request += 1) expect(await guess()).toBe(429);
    expect((await visitor(app).post('/restore-decrypt', { enc })).statusCode).toBe(429);
  });

  test('a request that the worker processes twice sends one message', async () => {
    const before = (await mailTo(app, 'support@demo.test')).length;
    await askFor('support@demo.test');
    const { rows } = await app.deps.database.pool.query<{ payload: object }>(
      'select payload from graphile_worker._private_jobs',
    );
    const handler = app.composed.jobs.find(({ job }) => job.id === 'identity.send-reset');
    await handler?.run(rows[0]?.payload);
    expect((await mailTo(app, 'support@demo.test')).length - before).toBe(1);
  });
});

describe('a link', () => {
  test('shows the names and e-mail of its account without being used up [ACC-433]', async () => {
    const enc = await linkFor('concierge@demo.test');
    const expected = {
      firstname: 'Connie',
      lastname: 'Larsen',
      email: 'concierge@demo.test',
      newEmail: null,
      company: 'Harborlight Homes',
    };
    expect((await visitor(app).post('/restore-decrypt', { enc })).json()).toEqual(expected);
    expect((await visitor(app).post('/restore-decrypt', { enc })).json()).toEqual(expected);
    expect((await setBy(enc, 'Demo-pass1')).statusCode).toBe(200);
  });

  test('link replay: rejects a second use', async () => {
    const enc = await linkFor('brand@demo.test');
    expect((await setBy(enc, 'Demo-pass1')).statusCode).toBe(200);
    const again = await setBy(enc, 'Attack-pass1');
    expect(again.statusCode).toBe(404);
    expect(again.json()).toEqual(invalid);
    expect((await visitor(app).post('/restore-decrypt', { enc })).json()).toEqual(invalid);
    expect((await signInWith('brand@demo.test', 'Demo-pass1')).statusCode).toBe(200);
  });

  test('link replay: only one of two concurrent uses succeeds', async () => {
    const enc = await linkFor('brand@demo.test');
    const answers = await Promise.all([setBy(enc, 'Demo-pass1'), setBy(enc, 'Demo-pass1')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 404,
    ]);
  });

  test('link tampering: rejects an altered, truncated, or forged link', async () => {
    const enc = await linkFor('brand@demo.test');
    const [header, key, iv, text = '', tag] = enc.split('.');
    const other = text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`;
    const plain = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const forged of [
      [header, key, iv, other, tag].join('.'),
      enc.slice(0, -4),
      `${plain}.e30.`,
      'x',
      '….….',
    ]) {
      const answer = await setBy(forged, 'Attack-pass1');
      expect(answer.json()).toEqual(invalid);
    }
    expect((await visitor(app).post('/restore-decrypt', { enc })).statusCode).toBe(200);
  });

  test("link tampering: an e-mail link can't set a password, and a password link can't change the e-mail", async () => {
    const client = await signedInAs(app, 'brand@demo.test');
    await client.post('/user/12/update-email', { email: 'other@demo.test' });
    const forEmail = await linkSentTo(app, 'other@demo.test', '/ne');
    expect((await setBy(forEmail)).json()).toEqual(invalid);
    const forPassword = await linkFor('brand@demo.test');
    expect((await visitor(app).post('/confirm-change-email', { enc: forPassword })).json()).toEqual(
      invalid,
    );
  });

  test('expired links: a reset link is rejected after an hour', async () => {
    const enc = await linkFor('brand@demo.test');
    app.clock.pass(60 * 60 - 5);
    expect((await visitor(app).post('/restore-decrypt', { enc })).statusCode).toBe(200);
    app.clock.pass(10);
    expect((await visitor(app).post('/restore-decrypt', { enc })).json()).toEqual(invalid);
    expect((await setBy(enc)).json()).toEqual(invalid);
  });

  test('is void once a newer one is sent', async () => {
    const first = await linkFor('brand@demo.test');
    const second = await linkFor('brand@demo.test');
    expect(second).not.toBe(first);
    expect((await setBy(first)).json()).toEqual(invalid);
    expect((await setBy(second, 'Demo-pass1')).statusCode).toBe(200);
  });

  test('is void once the account is closed', async () => {
    const enc = await linkFor('free@demo.test');
    await app.deps.database.db.execute(
      sql`update users set is_active = false where email = 'free@demo.test'`,
    );
    expect((await setBy(enc)).json()).toEqual(invalid);
    await app.deps.database.db.execute(
      sql`update users set is_active = true where email = 'free@demo.test'`,
    );
  });

  test('is stored without the secret that opens it', async () => {
    const enc = await linkFor('brand@demo.test');
    const { rows } = await app.deps.database.db.execute(sql`select * from access_links`);
    expect(JSON.stringify(rows)).not.toContain(enc.split('.').at(-1));
    const decoded = enc.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect(decoded.join()).not.toContain('brand');
  });
});

describe('a password', () => {
  test.each([
    ['Short-1', 'Must be at least 8 characters long'],
    ['A1-' + 'x'.repeat(30), 'Enter 32 symbols maximum'],
    ['NO-LOWER-1', 'Minimum of 1 lower case letter [a-z]'],
    ['no-upper-1', 'Minimum of 1 upper case letter [A-Z]'],
    ['No-number', 'Minimum of 1 numeric letter [0-9]'],
    ['With space-1', "Password can't contain spaces"],
    ['Ünusual-1', 'Invalid character'],
    ['Quote"-pass1', 'Invalid character'],
  ])(
    '%s is refused with "%s" [ACC-320] [ACC-321] [ACC-322] [ACC-323] [ACC-324] [ACC-325] [ACC-326] [ACC-327]',
    async (password, message) => {
      const client = await signedInAs(app, 'concierge@demo.test');
      const answer = await client.post('/user/13/update-password', { id: 13, password });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().fields).toEqual({ password: message });
    },
  );

  test('can contain every listed special character [ACC-325]', async () => {
    const client = await signedInAs(app, 'concierge@demo.test');
    for (const password of ['Aa1~!@#$%&()-_+={}[]|', 'Aa1\\;:<>,.?/']) {
      expect((await client.post('/user/13/update-password', { id: 13, password })).statusCode).toBe(
        200,
      );
      expect((await signInWith('concierge@demo.test', password)).statusCode).toBe(200);
    }
    await client.post('/user/13/update-password', { id: 13, password: 'Demo-pass1' });
  });

  test('can be changed by its owner, which ends the other sessions but keeps the current one [ACC-414]', async () => {
    const [here, there] = [
      await signedInAs(app, 'concierge@demo.test'),
      await signedInAs(app, 'concierge@demo.test'),
    ];
    const answer = await here.post('/user/13/update-password', { id: 13, password: 'Third-pass3' });
    expect(answer.json()).toEqual({ message: 'Update successful!' });
    expect((await here.get('/user')).statusCode).toBe(200);
    expect((await there.get('/user')).statusCode).toBe(401);
    expect((await there.post('/refresh')).statusCode).toBe(401);
    await here.post('/user/13/update-password', { id: 13, password: 'Demo-pass1' });
  });

  test("can't be changed for another account, not even by switched staff", async () => {
    const pro = await signedInAs(app, 'pro@demo.test');
    expect(
      (await pro.post('/user/13/update-password', { password: 'Attack-pass1' })).statusCode,
    ).toBe(404);
    const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(13);
    expect(
      (await staff.post('/user/13/update-password', { password: 'Attack-pass1' })).statusCode,
    ).toBe(403);
    expect((await signInWith('concierge@demo.test', 'Demo-pass1')).statusCode).toBe(200);
  });

  test('ends every session when reset, and the old refresh cookie stops working', async () => {
    const client = await signedInAs(app, 'brand@demo.test');
    expect((await setBy(await linkFor('brand@demo.test'), 'Demo-pass1')).statusCode).toBe(200);
    expect((await client.get('/user')).statusCode).toBe(401);
    expect((await client.post('/refresh')).statusCode).toBe(401);
  });
});

describe('a session', () => {
  test('session fixation: cookies planted before the sign-in are worthless afterward', async () => {
    const attacker = await signedInAs(app, 'free@demo.test');
    const victim = new TestClient(app.app);
    Object.assign(victim.cookies, attacker.cookies);
    const planted = { ...attacker.cookies };
    await victim.signIn('concierge@demo.test');
    expect(victim.cookies['lintel_access']).not.toBe(planted['lintel_access']);
    expect(victim.cookies['lintel_refresh']).not.toBe(planted['lintel_refresh']);
    expect((await attacker.get('/user')).json().email).toBe('free@demo.test');
  });

  test('refresh token reuse: after the grace period, the whole session ends', async () => {
    const client = await signedInAs(app, 'concierge@demo.test');
    const stolen = { ...client.cookies };
    expect((await client.post('/refresh')).statusCode).toBe(200);
    app.clock.pass(60);
    const thief = new TestClient(app.app);
    Object.assign(thief.cookies, stolen);
    expect((await thief.post('/refresh')).statusCode).toBe(401);
    expect((await client.get('/user')).statusCode).toBe(401);
  });
});
