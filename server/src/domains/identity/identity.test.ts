import { afterAll, beforeAll, expect, test } from 'vitest';
import { resources } from '@lintel/contract/core/privilege-catalog';
import { session as sessionSchema, type Session } from '@lintel/contract/identity/sessions';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const sessionOf = async (client: Awaited<ReturnType<typeof signedInAs>>): Promise<Session> => {
  const answer = await client.get('/user');
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

test('a visitor signs in with username and password and gets HttpOnly cookies for the session and the device [ACC-428] [ADM-398]', async () => {
  const answer = await visitor(app).call('POST', '/authentication', {
    payload: 'username=pro%40demo.test&password=Demo-pass1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.json()).toEqual({ message: 'Login successful!' });
  expect(answer.cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
    ['lintel_access', true, 'Lax'],
    ['lintel_refresh', true, 'Lax'],
    ['lintel_device', true, 'Lax'],
  ]);
});

test('a wrong password and an unknown e-mail get the same response', async () => {
  const answers = await Promise.all(
    ['pro@demo.test', 'nobody@demo.test'].map((username) =>
      visitor(app).post('/authentication', { username, password: 'Wrong-pass1' }),
    ),
  );
  for (const answer of answers) {
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({
      error: 'invalid_credentials',
      message: 'Invalid login or password',
    });
    expect(answer.cookies).toEqual([]);
  }
});

const refusalOf = async (form: object): Promise<unknown> => {
  const answer = await visitor(app).post('/authentication', form);
  expect(answer.statusCode).toBe(422);
  return answer.json().fields;
};

test('sign-in requires an e-mail address [ACC-331]', async () => {
  expect(await refusalOf({ password: 'Demo-pass1' })).toEqual({
    username: 'This field is required.',
  });
  expect(await refusalOf({ username: '  ', password: 'Demo-pass1' })).toEqual({
    username: 'This field is required.',
  });
});

test('sign-in accepts only valid e-mail addresses [ACC-332]', async () => {
  expect(await refusalOf({ username: 'not an address', password: 'x' })).toEqual({
    username: 'The Email is in invalid format',
  });
});

test('sign-in rejects an e-mail address over 250 characters [ACC-333]', async () => {
  const username = `${'a'.repeat(241)}@demo.test`;
  expect(username.length).toBe(251);
  expect(await refusalOf({ username, password: 'x' })).toEqual({
    username: 'Enter 250 symbols maximum',
  });
});

test('sign-in requires a password [ACC-334]', async () => {
  expect(await refusalOf({ username: 'pro@demo.test' })).toEqual({
    password: 'This field is required.',
  });
});

test('sign-in rejects a password over 32 characters [ACC-335]', async () => {
  expect(await refusalOf({ username: 'pro@demo.test', password: 'x'.repeat(33) })).toEqual({
    password: 'Enter 32 symbols maximum',
  });
});

test('the session contains the signed-in account, its privileges, and its contractor [MKT-114] [MKT-115] [ACC-429] [ADM-212] [ADM-399] [ADM-236]', async () => {
  const session = await sessionOf(await signedInAs(app, 'pro@demo.test'));
  expect(sessionSchema.parse(session)).toEqual(session);
  expect(session).toMatchObject({
    isAuth: true,
    id: 11,
    firstname: 'Priya',
    lastname: 'Natarajan',
    fullName: 'Priya Natarajan',
    initials: 'PN',
    email: 'pro@demo.test',
    needConfirmProviderAgreement: false,
    needQuiz: false,
    switched: false,
    contractor: {
      id: 101,
      companyName: 'Summit Roofing LLC',
      plan: { tier: 'Pro' },
      managerCSO: { firstName: 'Dana' },
    },
    user: { id: 11, isContractorUser: true, contractor: 101 },
  });
  expect(session.privileges).toContainEqual({ resource: 'co-branded', code: 'access' });
});

test('the session reflects the current server state and requires signing in [ADM-236]', async () => {
  const client = await signedInAs(app, 'concierge@demo.test');
  const before = await sessionOf(client);
  const { pool } = app.deps.database;
  await pool.query(`update users set firstname = 'Renamed' where id = $1`, [before.id]);
  expect(await sessionOf(client)).toMatchObject({ id: before.id, firstname: 'Renamed' });
  await pool.query('update users set firstname = $1 where id = $2', [before.firstname, before.id]);
  expect((await visitor(app).get('/user')).statusCode).toBe(401);
});

test("GET /user/{id} returns only the caller's own account [ACC-409] [ACC-154]", async () => {
  const client = await signedInAs(app, 'brand@demo.test');
  const answer = await client.get('/user/12');
  expect(answer.json()).toMatchObject({
    id: 12,
    firstname: 'Brandon',
    lastname: 'Okafor',
    email: 'brand@demo.test',
    isContractorUser: true,
    isOwner: true,
    contractor: 102,
  });
  expect((await client.get('/user/11')).statusCode).toBe(404);
});

test('the session shows that a contractor still has to accept the agreement and take the quiz', async () => {
  const session = await sessionOf(await signedInAs(app, 'free@demo.test'));
  expect(session).toMatchObject({ needConfirmProviderAgreement: true, needQuiz: true });
});

test('every privilege is a pair of a resource and a code, and roles use every contractor-side resource [MKT-131] [MKT-177] [ACC-376] [ADM-372]', async () => {
  const { privileges } = await sessionOf(await signedInAs(app, 'admin@demo.test'));
  for (const privilege of privileges)
    expect(Object.keys(privilege).sort()).toEqual(['code', 'resource']);
  expect(new Set(privileges.map(({ resource }) => resource))).toEqual(new Set(resources));
  const named =
    'personal-info manage-contractors card-payments payout-tax co-branded manage-emails manage-plans manage-settings reports-applications reports-commissions marketing-materials refer training-and-faqs';
  for (const resource of named.split(' ')) expect(resources).toContain(resource);
  const held = new Set<string>(privileges.map(({ code }) => code));
  for (const code of ['access', 'manage_access', 'access_templates', 'access_unsubscribers'])
    expect(held).toContain(code);
});

test('the administrator has every code that the resources define [ADM-373] [ADM-378] [ADM-387] [ACC-377]', async () => {
  const { privileges } = await sessionOf(await signedInAs(app, 'admin@demo.test'));
  const codesOf = (resource: string) =>
    privileges
      .filter((one) => one.resource === resource)
      .map(({ code }) => code)
      .sort();
  expect(codesOf('manage-contractors')).toEqual(['access', 'account_create', 'plan_modify']);
  expect(codesOf('manage-settings')).toEqual(['access', 'modify']);
  expect(codesOf('marketing-materials')).toEqual(['access', 'manage_access', 'manage_modify']);
  expect(codesOf('co-branded')).toEqual([
    'access',
    'manage_access',
    'manage_concierge',
    'manage_page_create',
  ]);
  expect(codesOf('reports-applications')).toEqual([
    'access',
    'manage_access',
    'manage_read',
    'read',
  ]);
});

test('a team user with Limited access has only the chosen resources and their own personal info', async () => {
  const { privileges } = await sessionOf(await signedInAs(app, 'team@demo.test'));
  expect([...new Set(privileges.map(({ resource }) => resource))].sort()).toEqual([
    'marketing-materials',
    'personal-info',
    'reports-applications',
  ]);
});

test('a canceled contractor can sign in, use Billing and Personal Info, and view customers and documents', async () => {
  const { privileges } = await sessionOf(await signedInAs(app, 'canceled@demo.test'));
  expect(privileges.map(({ resource, code }) => `${resource}:${code}`).sort()).toEqual([
    'card-payments:access',
    'customers:read',
    'documents:read',
    'personal-info:access',
  ]);
});

test('a refresh returns new cookies, and the old refresh cookie still works briefly [ACC-430] [ADM-400]', async () => {
  const client = await signedInAs(app, 'pro@demo.test');
  const before = { ...client.cookies };
  expect((await client.post('/refresh')).statusCode).toBe(200);
  expect(client.cookies['lintel_refresh']).not.toBe(before['lintel_refresh']);
  const otherTab = visitor(app);
  Object.assign(otherTab.cookies, before);
  expect((await otherTab.post('/refresh')).statusCode).toBe(200);
  expect((await client.get('/user')).statusCode).toBe(200);
});

test('reusing an old refresh cookie ends the whole session', async () => {
  const client = await signedInAs(app, 'pro@demo.test');
  const thief = visitor(app);
  Object.assign(thief.cookies, client.cookies);
  await client.post('/refresh');
  app.clock.pass(11);
  expect((await thief.post('/refresh')).statusCode).toBe(401);
  expect((await client.get('/user')).statusCode).toBe(401);
  expect((await client.post('/refresh')).statusCode).toBe(401);
});

test('reusing a refresh cookie that was used while the clock was ahead ends the session', async () => {
  const client = await signedInAs(app, 'pro@demo.test');
  const thief = visitor(app);
  Object.assign(thief.cookies, client.cookies);
  app.clock.pass(2 * 24 * 3600);
  expect((await client.post('/refresh')).statusCode).toBe(200);
  app.clock.pass(-2 * 24 * 3600);
  expect((await thief.post('/refresh')).statusCode).toBe(401);
  expect((await client.post('/refresh')).statusCode).toBe(401);
});

test('the access cookie lasts 15 minutes, the refresh cookie thirty days', async () => {
  const client = await signedInAs(app, 'pro@demo.test');
  app.clock.pass(15 * 60 + 1);
  expect((await client.get('/user')).statusCode).toBe(401);
  expect((await client.post('/refresh')).statusCode).toBe(200);
  expect((await client.get('/user')).statusCode).toBe(200);
  app.clock.pass(30 * 24 * 3600 + 1);
  expect((await client.post('/refresh')).statusCode).toBe(401);
});

test('logging out ends the session on the server, too [ACC-431] [ADM-401]', async () => {
  const client = await signedInAs(app, 'pro@demo.test');
  const kept = { ...client.cookies };
  expect((await client.get('/logout')).statusCode).toBe(200);
  expect(Object.keys(client.cookies)).toEqual(['lintel_device']);
  Object.assign(client.cookies, kept);
  expect((await client.get('/user')).statusCode).toBe(401);
  expect((await client.post('/refresh')).statusCode).toBe(401);
});

test("another site's image or link can't sign a browser out, with or without Fetch Metadata", async () => {
  const client = await signedInAs(app, 'pro@demo.test');
  const ask = (headers: Record<string, string>) =>
    app.app.inject({
      url: '/api/v1/logout',
      cookies: client.cookies,
      headers: { 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/15.0', ...headers },
    });
  const image = { accept: 'image/avif,image/webp,*/*' };
  for (const headers of [
    { 'user-agent': 'node' },
    image,
    { ...image, referer: 'https://evil.example/page' },
    { ...image, referer: 'not an address' },
    { ...image, origin: 'null' },
    { ...image, 'sec-fetch-site': 'cross-site' },
    { ...image, 'sec-fetch-site': 'none' },
  ]) {
    expect((await ask(headers)).cookies).toEqual([]);
    expect((await client.get('/user')).statusCode).toBe(200);
  }
  expect((await ask({ ...image, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  const page = await ask({ accept: 'text/html,*/*' });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<form method="post" action="/api/v1/logout/confirmed">');
  expect(page.cookies).toEqual([]);
  expect((await client.get('/user')).statusCode).toBe(200);
  const post = (origin: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/v1/logout/confirmed',
      cookies: client.cookies,
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
  expect((await post('https://evil.example')).statusCode).toBe(403);
  const left = await post(new URL(app.deps.config.publicUrl).origin);
  expect([left.statusCode, left.headers.location]).toEqual([303, '/login']);
  expect((await client.get('/user')).statusCode).toBe(401);
});

test('our own page signs out by GET in a browser without Fetch Metadata, and by POST', async () => {
  const referer = `${new URL(app.deps.config.publicUrl).origin}/reports-applications`;
  const first = await signedInAs(app, 'pro@demo.test');
  const headers = { 'user-agent': 'Mozilla/5.0', referer };
  const answer = await app.app.inject({ url: '/api/v1/logout', cookies: first.cookies, headers });
  expect(answer.json()).toEqual({ message: 'Signed out' });
  expect((await first.get('/user')).statusCode).toBe(401);
  const second = await signedInAs(app, 'pro@demo.test');
  const kept = { ...second.cookies };
  expect((await second.post('/logout')).statusCode).toBe(200);
  Object.assign(second.cookies, kept);
  expect((await second.get('/user')).statusCode).toBe(401);
});

test('each account has one key for sealing drafts, returned only to an active session', async () => {
  const first = await signedInAs(app, 'brand@demo.test');
  const again = await signedInAs(app, 'brand@demo.test');
  const other = await signedInAs(app, 'pro@demo.test');
  const keyOf = async (client: typeof first) => (await client.get('/user')).json().draftsKey;
  const key = await keyOf(first);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(await keyOf(again)).toBe(key);
  expect(await keyOf(other)).not.toBe(key);
  const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(12);
  expect(await keyOf(staff)).not.toBe(key);
  const kept = { ...first.cookies };
  await first.post('/logout');
  Object.assign(first.cookies, kept);
  expect((await first.get('/user')).body).not.toContain('draftsKey');
});

test('rejects a forged access cookie', async () => {
  const client = await signedInAs(app, 'pro@demo.test');
  client.cookies['lintel_access'] = `${client.cookies['lintel_access']?.slice(0, -2)}xx`;
  const answer = await client.get('/user');
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toEqual({ error: 'unauthorized', message: 'Authorization is required' });
});

test('sessions survive a restart: another process with the same key and database accepts them', async () => {
  const client = await signedInAs(app, 'pro@demo.test');
  const { composeDomains, registerDomains } = await import('../../app.ts');
  const { createServer } = await import('../../platform/http/server.ts');
  const { pino } = await import('pino');
  const second = await createServer({ logger: pino({ level: 'silent' }) });
  await registerDomains(second, composeDomains(app.deps));
  const answer = await second.inject({ url: '/api/v1/user', cookies: client.cookies });
  expect(answer.statusCode).toBe(200);
  await second.close();
});

test('rejects a state-changing request from another site', async () => {
  const client = await signedInAs(app, 'admin@demo.test');
  const foreign = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }];
  for (const headers of foreign) {
    expect((await client.post('/user/11/switch', {}, { headers })).json()).toMatchObject({
      error: 'wrong_origin',
    });
    expect((await client.get('/logout', { headers })).statusCode).toBe(403);
  }
  const byOrigin = await app.app.inject({
    method: 'POST',
    url: '/api/v1/refresh',
    cookies: client.cookies,
    headers: { origin: 'https://evil.example' },
  });
  expect(byOrigin.statusCode).toBe(403);
});
