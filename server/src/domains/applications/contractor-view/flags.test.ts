import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FlaggedApplication } from '@lintel/contract/applications/flags';
import { consentsOn } from '../../../../test/consents.ts';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let ofDemonstration: string[];
beforeAll(async () => {
  app = await createTestApp();
  const { pool } = app.deps.database;
  const { rows } = await pool.query(
    'select distinct unnest(flags) as flag from applications where contractor_id = 101 order by 1',
  );
  ofDemonstration = rows.map(({ flag }: { flag: string }) => flag);
  // From here on, no demo application counts as a duplicate.
  await pool.query("update applications set email = '', phone = ''");
});
afterAll(() => app.close());

const form = {
  firstName: 'Wanda',
  lastName: 'Home',
  city: 'Austin',
  state: 'TX',
  creditBand: 'good',
  requestedAmount: 12_500,
  project: 'Painting',
};
const people = { count: 0 };
/** Sends a new person's application with these changes; returns its flags. */
async function send({
  page = 'summit-roofing',
  from = '198.51.100.7',
  ...more
}: Record<string, string> = {}): Promise<string[]> {
  people.count += 1;
  const body = {
    ...form,
    email: `home${people.count}@example.com`,
    phone: `51255510${10 + people.count}`,
    ...more,
    consents: await consentsOn(app, page),
  };
  const client = visitor(app);
  const { token } = (await client.post(`/homeowner/pages/${page}/applications`, {})).json();
  const answer = await client.post(`/homeowner/applications/${token}/submit`, body, {
    remoteAddress: from,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.body).not.toContain('flags');
  const { rows } = await app.deps.database.pool.query(
    'select flags from applications order by id desc limit 1',
  );
  return rows[0].flags;
}

test('the demo has applications for staff to review', () => {
  expect(ofDemonstration).toEqual(['own-email', 'own-phone', 'repeated']);
});

test('an ordinary application gets no flags', async () => {
  expect(await send()).toEqual([]);
});

test("an application with the owner's or a team user's e-mail is flagged in any letter case, and still goes to lenders", async () => {
  expect(await send({ email: 'Pro@Demo.test' })).toEqual(['own-email']);
  expect(await send({ email: 'team@demo.test' })).toEqual(['own-email']);
  expect(await send({ email: 'team@demo.test', page: 'oak-and-iron' })).toEqual([]);
});

test("flags an application with the contractor's phone number", async () => {
  const { rows } = await app.deps.database.pool.query(
    'select phone from contractors where id = 101',
  );
  expect(rows[0].phone).toHaveLength(10);
  expect(await send({ phone: rows[0].phone })).toEqual(['own-phone']);
  expect(await send({ phone: rows[0].phone, page: 'oak-and-iron' })).toEqual([]);
});

test("flags an application from an address where the contractor's people recently signed in", async () => {
  await visitor(app).post(
    '/authentication',
    { username: 'pro@demo.test', password: 'Demo-pass1' },
    { remoteAddress: '198.51.100.77' },
  );
  expect(await send({ from: '198.51.100.77' })).toEqual(['own-address']);
  expect(await send({ from: '198.51.100.77', page: 'oak-and-iron' })).toEqual([]);
  await app.deps.database.pool.query(
    "update sessions set last_seen_at = now() - interval '31 days' where address = '198.51.100.77'",
  );
  expect(await send({ from: '198.51.100.77' })).toEqual([]);
});

test('flags an application that repeats one of the last 90 days at the same contractor', async () => {
  expect(await send({ email: 'twice@example.com', phone: '5125550191' })).toEqual([]);
  expect(await send({ email: 'Twice@example.com' })).toEqual(['repeated']);
  expect(await send({ phone: '(512) 555-0191' })).toEqual(['repeated']);
  expect(await send({ email: 'twice@example.com', page: 'oak-and-iron' })).toEqual([]);
  await app.deps.database.pool.query(
    "update applications set completed_at = now() - interval '91 days' where lower(email) = 'twice@example.com' or phone = '5125550191'",
  );
  expect(await send({ email: 'twice@example.com', phone: '5125550191' })).toEqual([]);
});

test("an earlier unsent draft doesn't count as a duplicate", async () => {
  const client = visitor(app);
  await client.post('/homeowner/pages/summit-roofing/applications', {
    draft: { email: 'began@example.com' },
  });
  expect(await send({ email: 'began@example.com' })).toEqual([]);
});

test('staff see flagged applications, newest first, by flag and page by page', async () => {
  await send({ email: 'pro@demo.test', phone: '5125550191', from: '198.51.100.9' });
  const support = await signedInAs(app, 'support@demo.test');
  const list = async (query: string) =>
    (await support.get(`/manage/flagged-applications?${query}`)).json();
  const { data, total }: { data: FlaggedApplication[]; total: number } = await list('');
  expect(data).toHaveLength(total);
  expect(data[0]).toMatchObject({
    contractorId: 101,
    companyName: 'Summit Roofing LLC',
    pageName: 'summit-roofing',
    applicantName: 'Wanda Home',
    applicantEmail: 'pro@demo.test',
    flags: ['own-email', 'repeated'],
  });
  const started = data.map(({ appFormStarted }) => appFormStarted);
  expect(started).toEqual(started.toSorted().toReversed());
  const phones = await list('flag=own-phone');
  expect(phones.total).toBeGreaterThan(0);
  expect(phones.data.every(({ flags }: FlaggedApplication) => flags.includes('own-phone'))).toBe(
    true,
  );
  expect((await list('limit=10&page=1000')).data).toEqual([]);
  expect((await support.get('/manage/flagged-applications?flag=ugly')).statusCode).toBe(400);
});

test('a reviewed application leaves the list and the count, and keeps its flags', async () => {
  const support = await signedInAs(app, 'support@demo.test');
  const list = async (): Promise<{ data: FlaggedApplication[]; total: number }> =>
    (await support.get('/manage/flagged-applications?limit=100')).json();
  const counted = async () => (await support.get('/manage/waiting')).json().flaggedApplications;
  const before = await list();
  expect(await counted()).toBe(before.total);
  const [first, second] = before.data;
  const review = `/manage/flagged-applications/${first?.id}/review`;
  const pro = await signedInAs(app, 'pro@demo.test');
  expect((await pro.post(review, {})).statusCode).toBe(403);
  // Old applications stay in the queue until reviewed.
  await app.deps.database.pool.query(
    "update applications set started_at = now() - interval '100 days' where id = $1",
    [second?.id],
  );
  const answers = await Promise.all([support.post(review, {}), support.post(review, {})]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);
  const after = await list();
  expect(after.total).toBe(before.total - 1);
  expect(await counted()).toBe(after.total);
  expect(after.data.map(({ id }) => id)).not.toContain(first?.id);
  const { rows } = await app.deps.database.pool.query(
    'select flags from applications where id = $1',
    [first?.id],
  );
  expect(rows[0].flags).toEqual(first?.flags);
  const entries = await app.deps.database.pool.query(
    "select contractor_id, details from audit_log where action = 'application.flags-reviewed'",
  );
  expect(entries.rows).toEqual([
    { contractor_id: first?.contractorId, details: { flags: first?.flags } },
  ]);
});

test('contractors and staff without the privilege never see flags', async () => {
  const pro = await signedInAs(app, 'pro@demo.test');
  expect((await pro.get('/manage/flagged-applications')).statusCode).toBe(403);
  for (const path of [
    '/reports-applications?limit=100',
    '/reports-applications-export?format=csv',
    '/reports-applications/graphs',
  ]) {
    expect((await pro.get(path)).body).not.toMatch(/flag|own-email|repeated/i);
  }
  expect(
    (await (await signedInAs(app, 'mailer@demo.test')).get('/manage/flagged-applications'))
      .statusCode,
  ).toBe(403);
});

test('staff switched into a contractor still see the staff-only list', async () => {
  const admin = await signedInAs(app, 'admin@demo.test');
  const { rows } = await app.deps.database.pool.query(
    "select id from users where email = 'pro@demo.test'",
  );
  await admin.switchInto(rows[0].id);
  expect((await admin.get('/manage/flagged-applications')).statusCode).toBe(200);
});
