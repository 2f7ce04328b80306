import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';
import { Authenticator } from '../../../../test/passkeys.ts';
import { demoPassword as password } from '../../../demo/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() =>
  app.deps.database.pool.query(
    'delete from app_factors where user_id > 10; truncate recovery_codes, passkeys, spent_challenges, sign_in_failures, call_counters',
  ),
);

const email = 'brand@demo.test';
const idOf = async (client: TestClient): Promise<number> => (await client.get('/user')).json().id;
const device = (): Authenticator => new Authenticator(new URL(app.deps.config.publicUrl).origin);

/** Adds a passkey and returns the last response. */
async function add(client: TestClient, authenticator = device(), name = 'Laptop') {
  const id = await idOf(client);
  const asked = (await client.post(`/user/${id}/passkeys/options`)).json();
  return client.post(`/user/${id}/passkeys`, { name, credential: authenticator.make(asked) });
}

async function withPasskey(name = 'Laptop') {
  const client = await signedInAs(app, email);
  const authenticator = device();
  const added = await add(client, authenticator, name);
  expect(added.statusCode, added.body).toBe(200);
  return { client, authenticator, ...added.json() };
}

const signInWith = async (authenticator: Authenticator, client = visitor(app), keep?: boolean) => {
  const asked = (await client.post('/authentication/passkey/options')).json();
  const credential = authenticator.show(asked);
  return client.post('/authentication/passkey', {
    credential,
    ...(keep !== undefined && { keep }),
  });
};

const firstStep = async (): Promise<TestClient> => {
  const client = visitor(app);
  const answer = await client.post('/authentication', { username: email, password });
  expect(answer.json()).toMatchObject({ needs: 'factor' });
  return client;
};

test('adds a named passkey that issues recovery codes and signs in alone', async () => {
  const other = await signedInAs(app, email);
  const { client, authenticator, passkey, recoveryCodes } = await withPasskey('Work laptop');
  expect(passkey).toMatchObject({ name: 'Work laptop', lastUsedAt: null, synced: false });
  expect(recoveryCodes).toHaveLength(10);
  // Adding the first factor ends sessions that were opened with the password alone.
  expect((await other.get('/user')).statusCode).toBe(401);
  const [mail] = await mailTo(app, email);
  expect([mail?.event, mail?.text]).toEqual([
    'two-step-changed',
    expect.stringMatching(/you need the passkey\s“Work\slaptop”\sto sign in\./),
  ]);
  const fresh = visitor(app);
  expect((await signInWith(authenticator, fresh)).json()).toEqual({ message: 'Login successful!' });
  expect((await fresh.get('/user')).json().email).toBe(email);
  const id = await idOf(client);
  expect((await client.get(`/user/${id}/factors`)).json()).toMatchObject({
    app: null,
    passkeys: [{ name: 'Work laptop', lastUsedAt: app.clock.now().toISOString() }],
    recoveryCodesLeft: 10,
  });
});

test("a passkey is the second step after the password, and the password alone isn't enough", async () => {
  const { authenticator } = await withPasskey();
  const client = await firstStep();
  expect((await client.get('/user')).statusCode).toBe(401);
  const asked = (await client.post('/authentication/factor/passkey/options')).json();
  expect(asked.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([authenticator.id]);
  // The password was given, so the device need not verify its user.
  authenticator.isVerified = false;
  const answer = await client.post('/authentication/factor/passkey', {
    credential: authenticator.show(asked),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await client.get('/user')).json().email).toBe(email);
  expect((await visitor(app).post('/authentication/factor/passkey/options')).statusCode).toBe(401);
});

test("repeated sign-ins by password and passkey don't count as guessing", async () => {
  const { authenticator } = await withPasskey();
  for (let round = 0; round < 14; round += 1) {
    const client = await firstStep();
    const asked = (await client.post('/authentication/factor/passkey/options')).json();
    const credential = authenticator.show(asked);
    const answer = await client.post('/authentication/factor/passkey', { credential });
    expect(answer.statusCode, answer.body).toBe(200);
  }
});

test('the “keep me signed in” choice applies to a passkey', async () => {
  const { authenticator } = await withPasskey();
  const { cookies } = await signInWith(authenticator, visitor(app), false);
  expect(cookies.find(({ name }) => name === 'lintel_refresh')).not.toHaveProperty('maxAge');
});

test('a passkey alone requires user verification by its device', async () => {
  const { authenticator } = await withPasskey();
  authenticator.isVerified = false;
  const answer = await signInWith(authenticator);
  expect([answer.statusCode, answer.json().message]).toEqual([
    401,
    "This passkey couldn't be verified. Please try again or choose another method.",
  ]);
});

test('a challenge works once, for ten minutes, and only for its purpose', async () => {
  const { client, authenticator } = await withPasskey();
  const late = 'This took too long. Please try again.';
  const guest = visitor(app);
  const asked = (await guest.post('/authentication/passkey/options')).json();
  const credential = authenticator.show(asked);
  expect((await guest.post('/authentication/passkey', { credential })).statusCode).toBe(200);
  const again = await visitor(app).post('/authentication/passkey', { credential });
  expect([again.statusCode, again.json().message]).toEqual([401, late]);
  const old = (await guest.post('/authentication/passkey/options')).json();
  app.clock.pass(10 * 60 + 1);
  const answer = await guest.post('/authentication/passkey', {
    credential: authenticator.show(old),
  });
  expect([answer.statusCode, answer.json().message]).toEqual([401, late]);
  // A step-up challenge doesn't sign in.
  await client.signIn(email).catch(() => undefined);
  const signedIn = visitor(app);
  await signInWith(authenticator, signedIn);
  const other = (await signedIn.post('/user/proof/passkey/options')).json();
  const swapped = await visitor(app).post('/authentication/passkey', {
    credential: authenticator.show(other),
  });
  expect(swapped.statusCode).toBe(401);
  // A forged challenge is rejected.
  const forged = authenticator.show({ ...asked, challenge: 'AAAA' });
  expect(
    (await visitor(app).post('/authentication/passkey', { credential: forged })).statusCode,
  ).toBe(401);
});

test('two tabs can each request a passkey', async () => {
  const { authenticator } = await withPasskey();
  const client = visitor(app);
  const first = (await client.post('/authentication/passkey/options')).json();
  await client.post('/authentication/passkey/options');
  const credential = authenticator.show(first);
  expect((await client.post('/authentication/passkey', { credential })).statusCode).toBe(200);
});

test('only one of two concurrent uses of a response signs in', async () => {
  const { authenticator } = await withPasskey();
  const asked = (await visitor(app).post('/authentication/passkey/options')).json();
  const credential = authenticator.show(asked);
  const statuses = await Promise.all(
    [visitor(app), visitor(app)].map(
      async (one) => (await one.post('/authentication/passkey', { credential })).statusCode,
    ),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test('rejects a cloned authenticator and notifies the account once', async () => {
  const authenticator = device();
  authenticator.counter = 5;
  const client = await signedInAs(app, email);
  expect((await add(client, authenticator, 'Key')).statusCode).toBe(200);
  expect((await signInWith(authenticator)).statusCode).toBe(200);
  for (let round = 0; round < 2; round += 1) {
    // The clone's counter lags behind.
    authenticator.counter = 4;
    const answer = await signInWith(authenticator);
    expect([answer.statusCode, answer.json().message]).toEqual([
      401,
      'This passkey was rejected because there seems to be a copy of it. Please choose another method, and remove this passkey.',
    ]);
  }
  const told = (await mailTo(app, email)).filter(({ text }) => text?.includes('a copy of it'));
  expect(told).toHaveLength(1);
  authenticator.counter = 6;
  expect((await signInWith(authenticator)).statusCode).toBe(200);
});

test('a removed passkey no longer signs in, and the error says so', async () => {
  const { client, authenticator, passkey } = await withPasskey();
  const id = await idOf(client);
  expect((await client.post(`/user/${id}/passkeys/${passkey.id}/remove`)).statusCode).toBe(200);
  const answer = await signInWith(authenticator);
  expect([answer.statusCode, answer.json().message]).toEqual([
    401,
    "We don't recognize this passkey. It may have been removed. Please choose another way to sign in.",
  ]);
  // The last factor of an account that need not have one: the password alone signs in.
  expect((await client.get(`/user/${id}/factors`)).json()).toMatchObject({ recoveryCodesLeft: 0 });
  await signedInAs(app, email);
});

test('an account can have up to ten named passkeys, each added once', async () => {
  const { client, authenticator } = await withPasskey('One');
  const twice = await add(client, authenticator, 'Again');
  expect([twice.statusCode, twice.json().message]).toEqual([
    409,
    'This passkey is already in use.',
  ]);
  const second = await add(client, device(), 'Two');
  expect(second.json().recoveryCodes).toBeNull();
  const id = await idOf(client);
  const path = `/user/${id}/passkeys/${second.json().passkey.id}`;
  expect((await client.post(path, { name: '  ' })).statusCode).toBe(422);
  expect((await client.post(path, { name: 'Phone' })).statusCode).toBe(200);
  const { passkeys } = (await client.get(`/user/${id}/factors`)).json();
  expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(['One', 'Phone']);
  for (let more = 3; more <= 10; more += 1)
    expect((await add(client, device(), `Key ${more}`)).statusCode).toBe(200);
  expect((await client.post(`/user/${id}/passkeys/options`)).statusCode).toBe(409);
});

test('rejects a passkey of another site or made for another session', async () => {
  const client = await signedInAs(app, email);
  const foreign = new Authenticator('https://lintel.example.evil');
  expect((await add(client, foreign)).statusCode).toBe(422);
  const stranger = await signedInAs(app, 'pro@demo.test');
  const id = await idOf(client);
  const strangers = await idOf(stranger);
  const asked = (await stranger.post(`/user/${strangers}/passkeys/options`)).json();
  const made = device().make(asked);
  const answer = await client.post(`/user/${id}/passkeys`, { name: 'Mine', credential: made });
  expect(answer.statusCode).toBe(422);
});

test("other accounts and switched staff can't read or change an account's passkeys", async () => {
  const { client, passkey } = await withPasskey();
  const id = await idOf(client);
  const stranger = await signedInAs(app, 'pro@demo.test');
  const own = await idOf(stranger);
  const team = await signedInAs(app, 'team@demo.test');
  const teams = await idOf(team);
  for (const [caller, whose] of [
    [stranger, own],
    [team, teams],
  ] as const)
    for (const path of [`/user/${id}`, `/user/${whose}`]) {
      const answers = await Promise.all([
        caller.post(`${path}/passkeys/${passkey.id}`, { name: 'Theirs' }),
        caller.post(`${path}/passkeys/${passkey.id}/remove`),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    }
  const admin = await signedInAs(app, 'admin@demo.test');
  await admin.switchInto(id);
  const answers = await Promise.all([
    admin.post(`/user/${id}/passkeys/options`),
    admin.post(`/user/${id}/passkeys/${passkey.id}`, { name: 'Ours' }),
    admin.post(`/user/${id}/passkeys/${passkey.id}/remove`),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
});

test("removes a stranger's passkeys when the owner reports the session", async () => {
  const { linkSentTo } = await import('../../../../test/mail.ts');
  await signedInAs(app, email);
  const stranger = visitor(app);
  await stranger.post('/authentication', { username: email, password });
  const authenticator = device();
  expect((await add(stranger, authenticator)).statusCode).toBe(200);
  const enc = await linkSentTo(app, email, '/not-me');
  const { enc: reset } = (await visitor(app).post('/disown-session', { enc })).json();
  await visitor(app).post('/update-password', { enc: reset, newPassword: password });
  expect((await signInWith(authenticator)).statusCode).toBe(401);
  await signedInAs(app, email);
});

test("a closed account can't sign in with its passkey", async () => {
  const { authenticator } = await withPasskey();
  const { pool } = app.deps.database;
  await pool.query('update users set is_active = false where email = $1', [email]);
  expect((await signInWith(authenticator)).statusCode).toBe(401);
  await pool.query('update users set is_active = true where email = $1', [email]);
});

test('rejects malicious responses with a readable error', async () => {
  const { authenticator } = await withPasskey();
  const asked = (await visitor(app).post('/authentication/passkey/options')).json();
  const good = authenticator.show(asked);
  const broken = [
    { ...good, response: { ...good.response, clientDataJSON: 'bm90IGpzb24' } },
    { ...good, response: { ...good.response, signature: 'AAAA' } },
    { ...good, response: { ...good.response, authenticatorData: 'AAAA' } },
    { ...good, response: { ...good.response, userHandle: 'AAAA' } },
  ];
  for (const credential of broken) {
    const answer = await visitor(app).post('/authentication/passkey', { credential });
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_credentials']);
  }
  for (const credential of [
    null,
    {},
    'x',
    { ...good, id: 'a b' },
    { ...good, id: 'A'.repeat(9000) },
  ])
    expect((await visitor(app).post('/authentication/passkey', { credential })).statusCode).toBe(
      422,
    );
});
