import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '../../../demo/people.ts';
import {
  createTestApp,
  shownBy as codeAt,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { linkSentTo, mailTo } from '../../../../test/mail.ts';

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
const password = demoPassword;
const idOf = async (client: TestClient): Promise<number> => (await client.get('/user')).json().id;

/** The code of an authenticator app with `secret`, `ahead` time steps from now. */
const shownBy = (secret: string, ahead = 0): string =>
  codeAt(secret, new Date(app.clock.now().getTime() + ahead * 30_000));
/** A six-digit code that is wrong for every time step near now. */
const otherThan = (secret: string): string => {
  const right = [-2, -1, 0, 1, 2].map((ahead) => shownBy(secret, ahead));
  const codes = ['000000', '111111', '222222', '333333', '444444', '555555'];
  return codes.find((code) => !right.includes(code)) ?? '';
};

async function begin(client: TestClient, id: number): Promise<string> {
  const answer = await client.post(`/user/${id}/factors/app`);
  expect(answer.statusCode).toBe(200);
  return answer.json().secret;
}

async function turnOn(client: TestClient): Promise<{ secret: string; recoveryCodes: string[] }> {
  const id = await idOf(client);
  const secret = await begin(client, id);
  const answer = await client.post(`/user/${id}/factors/app/confirm`, { code: shownBy(secret) });
  expect(answer.statusCode).toBe(200);
  app.clock.pass(30);
  return { secret, recoveryCodes: answer.json().recoveryCodes };
}

const firstStep = async (client = visitor(app)): Promise<TestClient> => {
  const answer = await client.post('/authentication', { username: email, password });
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      message: "Confirm that it's you with your second factor.",
      needs: 'factor',
      ways: ['app', 'recovery-code'],
    },
  ]);
  return client;
};
const give = (client: TestClient, code: string) => client.post('/authentication/factor', { code });

test('sets up an app with one of its codes and notifies the account', async () => {
  const client = await signedInAs(app, email);
  const other = await signedInAs(app, email);
  const id = await idOf(client);
  const begun = await client.post(`/user/${id}/factors/app`);
  const { secret, address, qrCode } = begun.json();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(address).toMatch(/^otpauth:\/\/totp\/Lintel:brand%40demo\.test\?/);
  expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
  // Nothing changes before a correct code.
  expect((await client.get(`/user/${id}/factors`)).json()).toEqual({
    app: null,
    passkeys: [],
    recoveryCodesLeft: 0,
    isRequired: false,
  });
  await signedInAs(app, email);
  const refused = await client.post(`/user/${id}/factors/app/confirm`, { code: otherThan(secret) });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['code']]);
  const confirmed = await client.post(`/user/${id}/factors/app/confirm`, {
    code: ` ${shownBy(secret).slice(0, 3)} ${shownBy(secret).slice(3)} `,
  });
  expect(confirmed.statusCode).toBe(200);
  const { recoveryCodes } = confirmed.json();
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect((await client.get(`/user/${id}/factors`)).json()).toMatchObject({
    app: { addedAt: app.clock.now().toISOString() },
    recoveryCodesLeft: 10,
  });
  // Setup ends sessions that were opened with the password alone.
  expect((await other.get('/user')).statusCode).toBe(401);
  expect((await client.get('/user')).statusCode).toBe(200);
  const [mail] = await mailTo(app, email);
  expect([mail?.event, mail?.text]).toEqual([
    'two-step-changed',
    expect.stringContaining('Two-step verification was turned on.'),
  ]);
});

test('signing in requires a code after the password, and each code works once', async () => {
  const { secret } = await turnOn(await signedInAs(app, email));
  const client = await firstStep();
  expect((await client.get('/user')).statusCode).toBe(401);
  const wrong = await give(client, otherThan(secret));
  expect([wrong.statusCode, wrong.json().fields]).toEqual([
    422,
    { code: "This code isn't right, or it was already used." },
  ]);
  const right = shownBy(secret);
  expect((await give(client, right)).statusCode).toBe(200);
  expect((await client.get('/user')).json().email).toBe(email);
  expect((await give(await firstStep(), right)).statusCode).toBe(422);
  app.clock.pass(30);
  expect((await give(await firstStep(), shownBy(secret))).statusCode).toBe(200);
});

test('replaces a lost app once a code of the new one is confirmed', async () => {
  const client = await signedInAs(app, email);
  const { secret: old, recoveryCodes } = await turnOn(client);
  const id = await idOf(client);
  const secret = await begin(client, id);
  expect((await give(await firstStep(), shownBy(old))).statusCode).toBe(200);
  app.clock.pass(30);
  const confirmed = await client.post(`/user/${id}/factors/app/confirm`, { code: shownBy(secret) });
  expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { recoveryCodes: null }]);
  const told = (await mailTo(app, email)).find(({ event }) => event === 'two-step-changed');
  expect(told?.text).toContain('Your authenticator app was replaced with another one.');
  app.clock.pass(60);
  expect((await give(await firstStep(), shownBy(old))).statusCode).toBe(422);
  expect((await give(await firstStep(), shownBy(secret))).statusCode).toBe(200);
  // Recovery codes are unaffected by replacing the app.
  expect((await give(await firstStep(), recoveryCodes[0] ?? '')).statusCode).toBe(200);
});

test('accepts a clock that is half a minute off, but not two minutes', async () => {
  const { secret } = await turnOn(await signedInAs(app, email));
  app.clock.pass(60);
  expect((await give(await firstStep(), shownBy(secret, -1))).statusCode).toBe(200);
  expect((await give(await firstStep(), shownBy(secret, 1))).statusCode).toBe(200);
  expect((await give(await firstStep(), shownBy(secret, 4))).statusCode).toBe(422);
});

test('only one of two concurrent uses of a code succeeds', async () => {
  const { secret } = await turnOn(await signedInAs(app, email));
  const clients = [await firstStep(), await firstStep()];
  const code = shownBy(secret);
  const statuses = await Promise.all(
    clients.map(async (one) => (await give(one, code)).statusCode),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422]);
});

test('a recovery code works once, in any spelling, and the account is notified how many remain', async () => {
  const { recoveryCodes } = await turnOn(await signedInAs(app, email));
  const [first = ''] = recoveryCodes;
  const typed = first.toLowerCase().replace('-', ' ');
  const client = await firstStep();
  expect((await give(client, typed)).statusCode).toBe(200);
  const id = await idOf(client);
  expect((await client.get(`/user/${id}/factors`)).json().recoveryCodesLeft).toBe(9);
  const told = (await mailTo(app, email)).find(({ event }) => event === 'two-step-changed');
  expect(told?.text).toContain('A recovery code was used to sign in. 9 are left.');
  expect((await give(await firstStep(), first)).statusCode).toBe(422);
});

test('new recovery codes replace the old ones', async () => {
  const client = await signedInAs(app, email);
  const { recoveryCodes: old } = await turnOn(client);
  const id = await idOf(client);
  const path = `/user/${id}/factors/recovery-codes`;
  const { recoveryCodes } = (await client.post(path)).json();
  expect(recoveryCodes).toHaveLength(10);
  expect((await give(await firstStep(), old[0] ?? '')).statusCode).toBe(422);
  expect((await give(await firstStep(), recoveryCodes[0])).statusCode).toBe(200);
});

test('after turning it off, the password alone signs in', async () => {
  const client = await signedInAs(app, email);
  await turnOn(client);
  const id = await idOf(client);
  const path = `/user/${id}/factors/app/remove`;
  expect((await client.post(path)).statusCode).toBe(200);
  const told = (await mailTo(app, email)).find(({ event }) => event === 'two-step-changed');
  expect(told?.text).toContain('Two-step verification was turned off.');
  expect((await client.post(path)).statusCode).toBe(404);
  await signedInAs(app, email);
});

test('a correct password gives no extra attempts at the code', async () => {
  const { secret } = await turnOn(await signedInAs(app, email));
  const statuses: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const client = visitor(app);
    const first = await client.post('/authentication', { username: email, password });
    statuses.push(first.statusCode);
    if (first.statusCode === 200) statuses.push((await give(client, otherThan(secret))).statusCode);
  }
  expect(statuses.slice(0, 10)).toEqual([200, 422, 200, 422, 200, 422, 200, 422, 200, 422]);
  expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
});

test('the second step expires after ten minutes or when the password changes', async () => {
  const client = await signedInAs(app, email);
  const { secret } = await turnOn(client);
  const late = await firstStep();
  app.clock.pass(10 * 60 + 1);
  const answer = await give(late, shownBy(secret));
  expect([answer.statusCode, answer.json().message]).toEqual([
    401,
    'Your sign-in took too long. Please enter your password again.',
  ]);
  expect((await give(visitor(app), shownBy(secret))).statusCode).toBe(401);
});

test('the “keep me signed in” choice made with the password applies after the code', async () => {
  const { secret } = await turnOn(await signedInAs(app, email));
  const client = visitor(app);
  await client.post('/authentication', { username: email, password, keep: false });
  const { cookies } = await give(client, shownBy(secret));
  expect(cookies.find(({ name }) => name === 'lintel_refresh')).not.toHaveProperty('maxAge');
});

test('sends the new-device message only after a correct code', async () => {
  const { secret } = await turnOn(await signedInAs(app, email));
  const count = async (): Promise<number> =>
    (await mailTo(app, email)).filter(({ event }) => event === 'new-device').length;
  const before = await count();
  const client = await firstStep();
  expect(await count()).toBe(before);
  await give(client, shownBy(secret));
  expect(await count()).toBe(before + 1);
});

describe('when the owner reports an unknown session, an app', () => {
  const isOn = async (): Promise<boolean> => {
    const { rows } = await app.deps.database.pool.query(
      'select from app_factors where user_id > 10',
    );
    return rows.length > 0;
  };
  const disownLatest = async (): Promise<void> => {
    const enc = await linkSentTo(app, email, '/not-me');
    const { json, statusCode } = await visitor(app).post('/disown-session', { enc });
    expect(statusCode).toBe(200);
    await visitor(app).post('/update-password', { enc: json().enc, newPassword: password });
  };

  test('is removed if that session set it up', async () => {
    const stranger = visitor(app);
    await stranger.post('/authentication', { username: email, password });
    await turnOn(stranger);
    await disownLatest();
    expect(await isOn()).toBe(false);
  });

  test('stays if the owner set it up before or after', async () => {
    const owner = await signedInAs(app, email);
    await visitor(app).post('/authentication', { username: email, password });
    await app.work();
    app.clock.pass(5);
    const { secret } = await turnOn(owner);
    await disownLatest();
    expect(await isOn()).toBe(true);
    app.clock.pass(60);
    await give(await firstStep(), shownBy(secret));
    await disownLatest();
    expect(await isOn()).toBe(true);
  });
});

test('rejects a forged step and a step for another account', async () => {
  const { secret } = await turnOn(await signedInAs(app, email));
  const client = await firstStep();
  client.cookies['lintel_step'] = `${client.cookies['lintel_step']}x`;
  expect((await give(client, shownBy(secret))).statusCode).toBe(401);
  // Access cookies are signed with a different key.
  const other = await signedInAs(app, 'pro@demo.test');
  const swapped = visitor(app);
  swapped.cookies['lintel_step'] = other.cookies['lintel_access'] ?? '';
  expect((await give(swapped, shownBy(secret))).statusCode).toBe(401);
});

test("other accounts and switched staff can't read or change an account's second factors", async () => {
  const client = await signedInAs(app, email);
  const id = await idOf(client);
  const stranger = await signedInAs(app, 'pro@demo.test');
  const admin = await signedInAs(app, 'admin@demo.test');
  await admin.switchInto(id);
  for (const [caller, status] of [
    [stranger, 404],
    [admin, 403],
  ] as const) {
    const answers = await Promise.all([
      caller.get(`/user/${id}/factors`),
      caller.post(`/user/${id}/factors/app`),
      caller.post(`/user/${id}/factors/app/confirm`, { code: '123456' }),
      caller.post(`/user/${id}/factors/app/remove`),
      caller.post(`/user/${id}/factors/recovery-codes`),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => status));
  }
});

test("the database doesn't reveal the secret or the recovery codes", async () => {
  const { secret, recoveryCodes } = await turnOn(await signedInAs(app, email));
  const { rows } = await app.deps.database.pool.query(
    'select (select json_agg(a) from app_factors a where user_id > 10)::text as apps, (select json_agg(r) from recovery_codes r)::text as codes',
  );
  expect(rows[0].apps).not.toContain(secret);
  for (const code of recoveryCodes) {
    expect(rows[0].codes).not.toContain(code);
    expect(rows[0].codes).not.toContain(code.replace('-', ''));
  }
});
