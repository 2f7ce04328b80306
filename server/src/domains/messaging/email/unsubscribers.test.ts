import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { auditLog } from '../../../platform/tables.ts';
import { unsubscribers } from './tables.ts';
import { selectUnsubscribers, type UnsubscriberQuery } from './preference-repository.ts';
import { unsubscribeAddress, unsubscribeUrl } from './pages/unsubscribe.ts';

let app: TestApp;
let staff: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  staff = await signedInAs(app, 'mailer@demo.test');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.deps.database.db.delete(unsubscribers);
});

const list = async (query = '') => (await staff.get(`/manage/emails/unsubscribers${query}`)).json();
const emails = async (query: string) =>
  (await list(query)).data.map(({ email }: { email: string }) => email);
const stored = async (email: string) => {
  const [row] = await app.deps.database.db
    .select()
    .from(unsubscribers)
    .where(eq(unsubscribers.email, email));
  return row;
};
const add = (email: string, source: 'close' | 'manual' | 'do_not_contact') =>
  app.deps.database.db.transaction((tx) =>
    unsubscribeAddress(tx, { clock: app.clock, email, source, by: null }),
  );

test('staff unsubscribe and resubscribe an address, with entries in the audit log [ADM-431] [ADM-432] [ADM-197]', async () => {
  const answer = await staff.post('/manage/emails/unsubscribers/unsubscribe', {
    email: ' Kim@Example.com ',
    source: 'manual',
  });
  expect(answer.json()).toEqual({ message: 'Unsubscribe successful!' });
  await staff.post('/manage/emails/unsubscribers/unsubscribe', { email: 'kim@example.com' });
  const { data, total } = await list();
  expect(total).toBe(1);
  expect(data).toEqual([
    {
      id: expect.any(Number),
      email: 'Kim@Example.com',
      date: expect.any(String),
      source: 'manual',
    },
  ]);
  const again = () =>
    staff.post('/manage/emails/unsubscribers/resubscribe', { email: 'KIM@example.com' });
  expect((await again()).json()).toEqual({ message: 'Resubscribe successful!' });
  expect(await again()).toMatchObject({ statusCode: 404 });
  expect((await again()).json().message).toBe('This e-mail is not unsubscribed.');
  const entries = await app.deps.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entity, 'email'));
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['email.unsubscribed', 3],
    ['email.resubscribed', 3],
  ]);
});

test('the e-mail is required, must be valid, and has at most 255 characters [ADM-302] [ADM-303] [ADM-304]', async () => {
  for (const path of ['unsubscribe', 'resubscribe']) {
    const refused = async (email?: string) =>
      (await staff.post(`/manage/emails/unsubscribers/${path}`, { email })).json().fields?.email;
    expect(await refused()).toBe('This field is required.');
    expect(await refused('')).toBe('This field is required.');
    expect(await refused('nobody')).toBe('The Email is in invalid format');
    expect(await refused(`${'x'.repeat(250)}@example.com`)).toBe('Enter 255 symbols maximum');
  }
});

test('the list sorts and filters by e-mail and source, newest first by default [ADM-430] [ADM-521]', async () => {
  const sources = ['close', 'manual', 'do_not_contact'] as const;
  for (const [at, source] of sources.entries()) {
    app.clock.pass(60);
    await add(`${'cab'[at]}@example.com`, source);
  }
  expect(await emails('')).toEqual(['b@example.com', 'a@example.com', 'c@example.com']);
  expect(await emails('?order=+date')).toEqual(['c@example.com', 'a@example.com', 'b@example.com']);
  expect(await emails('?order=%2Bemail')).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ]);
  expect(await emails('?order=-email&page=2&limit=10')).toEqual([]);
  expect(await emails('?order=%2Bsource')).toEqual([
    'c@example.com',
    'a@example.com',
    'b@example.com',
  ]);
  for (const [at, source] of sources.entries())
    expect(await emails(`?filters[source]=${source}`)).toEqual([`${'cab'[at]}@example.com`]);
  expect(await emails('?filters[email]=B@EX')).toEqual(['b@example.com']);
  expect(await emails('?filters[email]=%25')).toEqual([]);
  expect((await staff.get('/manage/emails/unsubscribers?filters[source]=other')).statusCode).toBe(
    400,
  );
});

test('an address keeps the source of its first unsubscribe', async () => {
  await add('kim@example.com', 'close');
  await add('Kim@example.com', 'manual');
  expect((await list()).data).toMatchObject([{ source: 'close' }]);
});

/** The query plan of the list's last query. */
async function planOf(query: Partial<UnsubscriberQuery>): Promise<string> {
  const { db, pool } = app.deps.database;
  const asked = vi.spyOn(pool, 'query');
  const order = { field: 'date', descending: true } as const;
  const all = { page: 1, limit: 25, order, filters: { email: '', source: '' } } as const;
  await selectUnsubscribers(db, { ...all, ...query });
  const [statement, values] = asked.mock.calls[0] as unknown as [{ text: string }, unknown[]];
  asked.mockRestore();
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${statement.text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('sorts and searches a hundred thousand addresses with indexes', async () => {
  const { db } = app.deps.database;
  await db.execute(sql`insert into unsubscribers (email, date, source)
    select md5(n::text) || '@example' || n % 97 || '.com', now() - n * interval '1 minute',
      (array['close', 'manual', 'do_not_contact'])[1 + n % 3]::unsubscribe_source from generate_series(1, 100000) n`);
  await db.execute(sql`analyze unsubscribers`);
  const source = { email: '', source: 'manual' } as const;
  expect(await planOf({})).toMatch(/Index Scan Backward using unsubscribers_date/);
  expect(await planOf({ order: { field: 'email', descending: false } })).toMatch(
    /Index Scan using unsubscribers_email/,
  );
  expect(await planOf({ order: { field: 'source', descending: true } })).toMatch(
    /Index Scan Backward using unsubscribers_source/,
  );
  expect(await planOf({ filters: source })).toMatch(
    /Index Scan Backward using unsubscribers_(source|date)/,
  );
  expect(await planOf({ filters: { email: 'c4ca4238', source: '' } })).toMatch(
    /Index Scan on unsubscribers_search/,
  );
  for (const query of [
    '',
    '?order=-source&page=4000',
    '?filters[email]=c4ca42',
    '?filters[email]=a&order=%2Bemail',
  ]) {
    expect((await list(query)).data).not.toHaveLength(0);
  }
  expect(await list()).toMatchObject({ total: 10_000, more: true });
  expect(await list('?page=4000')).toMatchObject({ total: 100_000 });
});

const linkOf = (email: string): string =>
  unsubscribeUrl({ ...app.deps, config: { ...app.deps.config, publicUrl: '' } }, email);
/** A mailbox provider's request: no cookies, a foreign origin, a form with one field. */
const oneClick = (url: string) =>
  visitor(app).call('POST', url, {
    payload: 'List-Unsubscribe=One-Click',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      origin: 'https://mail.example',
    },
  });

test('opening the link changes nothing, and its page has one button and no scripts', async () => {
  const page = await visitor(app).get(linkOf('lee@example.com'));
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('lee@example.com');
  expect(page.body.match(/<button/g)).toHaveLength(1);
  expect(page.body).not.toMatch(/<script/);
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'nonce-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(await stored('lee@example.com')).toBeUndefined();
});

test('one click from any origin unsubscribes, and a second click changes nothing', async () => {
  const url = linkOf('lee@example.com');
  expect((await oneClick(url)).statusCode).toBe(200);
  const again = await oneClick(url);
  expect(again.body).toContain('You’re unsubscribed');
  expect((await stored('lee@example.com'))?.source).toBe('manual');
  expect((await visitor(app).get(url)).body).toContain('Subscribe again');
});

test('the page can undo an unsubscribe, unless the account is closed', async () => {
  const url = linkOf('lee@example.com');
  const undo = () =>
    visitor(app).call('POST', url, {
      payload: 'undo=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  await oneClick(url);
  expect((await undo()).body).toContain('You’re subscribed');
  expect(await stored('lee@example.com')).toBeUndefined();
  await add('lee@example.com', 'close');
  expect((await undo()).body).not.toContain('Subscribe again');
  expect((await stored('lee@example.com'))?.source).toBe('close');
});

test('rejects a forged or changed link', async () => {
  const url = linkOf('lee@example.com');
  const other = linkOf('max@example.com');
  for (const wrong of [
    '/unsubscribe',
    '/unsubscribe?m=',
    '/unsubscribe?m=abc',
    '/unsubscribe?m[]=a',
    `${url.slice(0, -2)}AA`,
    `${url.slice(0, 40)}${other.slice(40)}`,
  ]) {
    for (const answer of [await visitor(app).get(wrong), await oneClick(wrong)]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('This link is not valid');
    }
  }
  expect((await list()).total).toBe(0);
});

test('rate-limits repeated requests', async () => {
  app.clock.pass(120);
  const url = linkOf('lee@example.com');
  let last = 200;
  for (let count = 0; count <= 120; count += 1) last = (await visitor(app).get(url)).statusCode;
  expect(last).toBe(429);
  app.clock.pass(61);
  expect((await visitor(app).get(url)).statusCode).toBe(200);
});
