import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';
import { linkWorld } from '../../../test/links.ts';

let app: TestApp;
let pro: TestClient;
let brand: TestClient;
let world: ReturnType<typeof linkWorld>;
beforeAll(async () => {
  app = await createTestApp({ env: { SMS_PROVIDER: 'sandbox' } });
  app.clock.pass((Date.parse('2027-01-12T18:00:00Z') - app.clock.now().getTime()) / 1000);
  pro = await signedInAs(app, 'pro@demo.test');
  brand = await signedInAs(app, 'brand@demo.test');
  world = linkWorld(app);
});
afterAll(() => app.close());
beforeEach(() => world.sql('delete from call_counters'));

let made = 0;
const person = () => {
  made += 1;
  const phone = `512555${String(2000 + made).slice(-4)}`;
  return { name: 'Ann Lee', phone, email: `ann${made}@attack.example` };
};
const qr = (client: TestClient, more: object = {}, options = {}) =>
  client.post('/links', { channel: 'qr', ...person(), ...more }, options);
const text = (client: TestClient, more: object = {}, options = {}) =>
  client.post('/links', { channel: 'text', asked: true, ...person(), ...more }, options);

test("another contractor's customer, page, and link are not found", async () => {
  const { link } = (await qr(brand)).json();
  const theirPage = await world.pageIdOf('oak-and-iron');
  const answers = await Promise.all([
    qr(pro, { customerId: link.customerId }),
    qr(pro, { pageId: theirPage }),
    pro.post('/links/preview', { channel: 'text', customerId: link.customerId }),
    pro.get(`/links?customerId=${link.customerId}`),
    pro.post(`/links/${link.id}/resend`, { asked: true }),
    pro.post(`/links/${link.id}/cancel`),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(await world.linkOf(link.id)).toMatchObject({ canceled_at: null, sends: 1 });
});

test("a code works neither on another contractor's page nor for applications there", async () => {
  const { link, address } = (await qr(pro)).json();
  const code = world.codeIn(address);
  const theirPage = await world.pageIdOf('oak-and-iron');
  expect((await world.open(code, theirPage)).statusCode).toBe(404);
  const token = await world.begin('oak-and-iron', { link: code });
  expect(token).toBeTruthy();
  expect(await world.linkOf(link.id)).toMatchObject({
    opens: 0,
    started_at: null,
    application_id: null,
  });
  for (const wrong of ['', 'x', code.slice(0, -1), `${code}x`, "'; drop table sent_links--"])
    expect(await world.begin('summit-roofing', { link: wrong.slice(0, 40) })).toBeTruthy();
  const tooLong = await visitor(app).post('/homeowner/pages/summit-roofing/applications', {
    link: 'x'.repeat(41),
  });
  expect(tooLong.statusCode).toBe(422);
});

test("codes can't be brute-forced: requests are limited, and wrong codes reveal nothing", async () => {
  const summit = await world.pageIdOf('summit-roofing');
  const statuses: number[] = [];
  for (let round = 0; round < 31; round += 1)
    statuses.push((await world.open(`wrong${round}xxxxxxxx`, summit)).statusCode);
  expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  const looks: number[] = [];
  for (let round = 0; round < 61; round += 1)
    looks.push((await visitor(app).get(`/l/wrong${round}`)).statusCode);
  const refusedFrom = looks.indexOf(429);
  expect(new Set(looks.slice(0, refusedFrom))).toEqual(new Set([404]));
  expect(new Set(looks.slice(refusedFrom))).toEqual(new Set([429]));
});

test("the short URL redirects only to the contractor's own page", async () => {
  for (const code of [
    '//evil.example',
    '%2F%2Fevil.example',
    '..%2f..%2fevil',
    'a?next=//evil.example',
  ])
    expect((await visitor(app).get(`/l/${code}`)).headers['location']).toBeUndefined();
});

test("a name can't inject lines or addresses into messages", async () => {
  const name = 'Ann\r\nBcc: all@evil.example <b>x</b> http://evil.example Lee';
  const who = { ...person(), name };
  const answer = await pro.post('/links', { channel: 'email', ...who });
  expect(answer.statusCode, answer.body).toBe(200);
  await app.work();
  const [message] = await world.sql(
    "select recipient, bcc, subject, html, text from messages where channel = 'email' and lower(recipient) = $1",
    [who.email],
  );
  expect(message).toMatchObject({ recipient: who.email, bcc: '' });
  for (const part of [message.subject, message.html, message.text])
    expect(part).not.toMatch(/evil|Bcc/);
});

test('two concurrent requests send one text', async () => {
  const who = person();
  const headers = { 'idempotency-key': 'press-1' };
  const answers = await Promise.all([1, 2, 3].map(() => text(pro, who, { headers })));
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
  for (const answer of answers) expect([200, 409]).toContain(answer.statusCode);
  const [{ count }] = await world.sql('select count(*)::int from sent_links where phone = $1', [
    who.phone,
  ]);
  expect(count).toBe(1);
});

test('a person gets at most three links a day from one contractor, even with concurrent requests', async () => {
  const who = person();
  const answers = await Promise.all(Array.from({ length: 6 }, () => text(pro, who)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
  const customers = await world.sql('select 1 from customers where phone = $1', [who.phone]);
  expect(customers).toHaveLength(1);
});

test("staff set the daily message limit, which concurrent requests can't exceed and rejected ones don't use up", async () => {
  const staff = await signedInAs(app, 'admin@demo.test');
  const before = (await staff.get('/manage/link-settings')).json();
  expect(before).toMatchObject({ aDay: 100, savedAt: null });
  expect((await staff.post('/manage/link-settings', { aDay: 4, savedAt: null })).statusCode).toBe(
    200,
  );
  expect((await staff.post('/manage/link-settings', { aDay: 5, savedAt: null })).json().error).toBe(
    'conflict',
  );
  for (const aDay of [-1, 1.5, 10_001, 'many'])
    expect((await staff.post('/manage/link-settings', { aDay })).statusCode, String(aDay)).toBe(
      422,
    );
  expect((await pro.post('/manage/link-settings', { aDay: 9999 })).statusCode).toBe(403);
  expect((await pro.get('/links/options')).json()).toMatchObject({ aDay: 4, left: 4 });
  expect((await text(pro, { phone: '4165550147' })).statusCode).toBe(409);
  const answers = await Promise.all(Array.from({ length: 9 }, () => text(pro)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
  const refused = answers.find(({ statusCode }) => statusCode !== 200);
  expect(refused?.json()).toMatchObject({
    error: 'link_limit',
    message: expect.stringContaining('limit of 4 link messages a day'),
  });
  expect((await pro.get('/links/options')).json()).toMatchObject({ left: 0 });
  expect((await qr(pro)).statusCode, 'a code on the screen is no message').toBe(200);
  expect((await text(brand)).statusCode, 'each contractor has its own').toBe(200);
  const { savedAt } = (await staff.get('/manage/link-settings')).json();
  await staff.post('/manage/link-settings', { aDay: 100, savedAt });
});

test("staff can set and remove a contractor's own limit", async () => {
  const staff = await signedInAs(app, 'admin@demo.test');
  const path = '/manage/contractor/101/links-a-day';
  expect((await staff.get(path)).json()).toEqual({
    aDay: null,
    ofAll: 100,
    savedAt: null,
    email: '',
  });
  const both = await Promise.all([2, 3].map((aDay) => staff.post(path, { aDay, savedAt: null })));
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { savedAt } = (await staff.get(path)).json();
  app.clock.pass(1);
  expect((await staff.post(path, { aDay: 2, savedAt })).statusCode).toBe(200);
  expect((await pro.get('/links/options')).json()).toMatchObject({ aDay: 2, left: 2 });
  expect((await brand.get('/links/options')).json()).toMatchObject({ aDay: 100 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => text(pro)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
  for (const aDay of [-1, 1.5, 10_001, 'many', ''])
    expect((await staff.post(path, { aDay })).statusCode, String(aDay)).toBe(422);
  expect((await staff.post('/manage/contractor/999999/links-a-day', { aDay: 5 })).statusCode).toBe(
    404,
  );
  for (const client of [pro, await signedInAs(app, 'mailer@demo.test')]) {
    expect((await client.get(path)).statusCode).toBe(403);
    expect((await client.post(path, { aDay: 9999 })).statusCode).toBe(403);
  }
  const details = await world.sql(
    "select details from audit_log where action = 'link-limit.saved' and contractor_id = 101 order by id desc limit 1",
  );
  expect(details).toMatchObject([{ details: { after: 2 } }]);
  app.clock.pass(1);
  expect((await staff.post(path, { aDay: null })).statusCode).toBe(200);
  expect((await pro.get('/links/options')).json()).toMatchObject({ aDay: 100, left: 98 });
});

test("a Free and a Canceled contractor can see sent links but can't send any, and neither can staff for them", async () => {
  for (const email of ['free@demo.test', 'canceled@demo.test']) {
    const client = await signedInAs(app, email);
    expect((await qr(client)).statusCode, email).toBe(403);
    expect((await client.get('/links/options')).json(), email).toMatchObject({ maySend: false });
  }
  const staff = await signedInAs(app, 'admin@demo.test');
  const [{ id }] = await world.sql("select id from users where email = 'free@demo.test'");
  await staff.switchInto(id);
  expect((await qr(staff)).json()).toMatchObject({ error: 'plan_required' });
});

test("a team user without the section can't see or send links", async () => {
  const team = await signedInAs(app, 'team@demo.test');
  const { link } = (await qr(pro)).json();
  for (const answer of [
    await qr(team),
    await team.get(`/links?customerId=${link.customerId}`),
    await team.get('/links/counts'),
    await team.post(`/links/${link.id}/cancel`),
  ])
    expect(answer.statusCode).toBe(403);
  for (const answer of [
    await visitor(app).get(`/links?customerId=${link.customerId}`),
    await qr(visitor(app)),
  ])
    expect(answer.statusCode).toBe(401);
});

test('the form is prefilled with the data at the time of sending, and empty once the person was removed', async () => {
  const summit = await world.pageIdOf('summit-roofing');
  const who = person();
  const { link, address } = (await qr(pro, who)).json();
  await world.sql(
    "update customers set name = 'Somebody Else', street = '1 Secret Way' where id = $1",
    [link.customerId],
  );
  const told = (await world.open(world.codeIn(address), summit)).json();
  expect(told).toEqual({
    firstName: 'Ann',
    lastName: 'Lee',
    phone: who.phone,
    email: who.email,
    requestedAmount: '',
  });
  await world.sql('update sent_links set anonymised_at = now() where id = $1', [link.id]);
  expect((await world.open(world.codeIn(address), summit)).statusCode).toBe(404);
});
