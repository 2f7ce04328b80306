import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApplicationView } from '@lintel/contract/applications/page';
import { consentsOn } from '../../../../test/consents.ts';
import { createTestApp, visitor, type TestApp, type TestClient } from '../../../../test/app.ts';
import { pdf } from '../../../../test/documents.ts';
import { returnLinkUrl } from '../return-link.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let made = 0;
const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;
const place = '/p/oak-and-iron/application';

/** An application with offers, the link to it, and a browser without scripts. */
async function applied({ page = 'oak-and-iron' } = {}) {
  made += 1;
  const email = `plain${made}@example.com`;
  const call = (path: string, payload: object = {}) =>
    visitor(app).call('POST', `/homeowner/${path}`, {
      payload,
      remoteAddress: `198.51.100.${made}`,
    });
  const { token } = (await call(`pages/${page}/applications`)).json();
  const form = {
    firstName: 'Paula',
    lastName: 'Plain',
    email,
    phone: '5125550149',
    city: 'Austin',
    state: 'TX',
    creditBand: 'good',
    requestedAmount: 22_000,
    project: 'Kitchen',
  };
  await call(`applications/${token}/submit`, {
    ...form,
    consents: await consentsOn(app, page),
  });
  await app.work();
  const [row] = await sql('select id, contractor_id from applications where email = $1', [email]);
  const link = returnLinkUrl(
    app.context,
    { contractorId: row.contractor_id, id: Number(row.id), email, phone: form.phone },
    { pageName: page, until: new Date(app.clock.now().getTime() + 86_400_000), by: 'email' },
  );
  const browser = visitor(app);
  return { token, row, address: new URL(link).pathname, browser };
}
type Answer = Awaited<ReturnType<TestClient['get']>>;
const viewOf = (answer: Answer): ApplicationView => answer.json().view;
const statusOf = (answer: Answer) => {
  const view = viewOf(answer);
  if (view.step !== 'status') throw new Error(`Not the status but ${view.step}`);
  return view;
};
const send = (browser: TestClient, fields: Record<string, string>, path = place, headers = {}) =>
  browser.call('POST', path, {
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
async function opened() {
  const own = await applied();
  const answer = await send(own.browser, { phoneEnding: '0149' }, own.address);
  expect([answer.statusCode, answer.headers['location']]).toEqual([303, place]);
  return { ...own, answer };
}

test('a link alone shows nothing; the last digits of the phone open the application, and the key stays in a cookie', async () => {
  const { address, browser, token } = await applied();
  const first = await browser.get(address);
  expect([first.statusCode, viewOf(first)]).toMatchObject([200, { step: 'ask', isWrong: false }]);
  for (const secret of ['Paula', 'Keystone', '22000', 'plain'])
    expect(first.body).not.toContain(secret);
  expect(first.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  });
  expect(first.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  const wrong = await send(browser, { phoneEnding: '0000' }, address);
  expect([wrong.statusCode, viewOf(wrong)]).toMatchObject([422, { step: 'ask', isWrong: true }]);
  expect(wrong.cookies.filter(({ name }) => name === 'lintel_application')).toEqual([]);
  const right = await send(browser, { phoneEnding: '0149' }, address);
  const cookie = right.cookies.find(({ name }) => name === 'lintel_application');
  expect(cookie).toMatchObject({ path: place, httpOnly: true, sameSite: 'Strict' });
  const whole = await browser.get(place);
  expect(statusOf(whole).application).toMatchObject({ status: 'offers', token: '', draft: {} });
  for (const secret of [cookie?.value ?? '', token]) expect(whole.body).not.toContain(secret);
});

test("rejects a missing cookie, a made-up one, and one of another page's application", async () => {
  const { browser } = await opened();
  const stranger = visitor(app);
  expect(viewOf(await stranger.get(place))).toEqual({ step: 'closed' });
  stranger.cookies['lintel_application'] = 'x'.repeat(43);
  expect(viewOf(await stranger.get(place))).toEqual({ step: 'closed' });
  const other = await applied({ page: 'summit-roofing' });
  stranger.cookies['lintel_application'] = other.token;
  expect((await stranger.get(place)).statusCode).toBe(404);
  expect((await send(stranger, { do: 'withdraw', sure: '1' })).statusCode).toBe(404);
  expect(
    await sql('select 1 from applications where id = $1 and withdrawn_at is null', [other.row.id]),
  ).toHaveLength(1);
  // A link works only on its own page.
  expect(
    (await browser.get(other.address.replace('summit-roofing', 'oak-and-iron'))).statusCode,
  ).toBe(404);
  expect((await browser.get(`${place}/${'a'.repeat(120)}`)).statusCode).toBe(404);
  expect((await browser.get('/p/nobody-there/application')).statusCode).toBe(404);
});

test('shows the consents next to the open application with the cookie only, and withdraws them through its own form', async () => {
  const { browser, row, token } = await opened();
  const agreed = `${place}/agreed`;
  const textsAgreed = async () =>
    (await sql('select texts_agreed_at from applications where id = $1', [row.id]))[0]
      .texts_agreed_at;
  const legalView = (html: string) => JSON.parse(/json">(.*)<\/script>/.exec(html)?.[1] ?? 'null');
  const shown = await browser.get(agreed);
  expect([shown.statusCode, legalView(shown.body)]).toMatchObject([
    200,
    { step: 'agreed', number: Number(row.id), mayWithdraw: true, secret: null },
  ]);
  expect(shown.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  });
  for (const secret of [browser.cookies['lintel_application'] ?? '', token])
    expect(shown.body).not.toContain(secret);
  const foreign = await send(browser, {}, agreed, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.statusCode).toBe(403);
  expect(await textsAgreed()).not.toBeNull();

  // For another person's cookie, none, or one of another page, the page explains what to do.
  const stranger = visitor(app);
  const other = await applied({ page: 'summit-roofing' });
  for (const cookie of [undefined, 'x'.repeat(43), other.token]) {
    if (cookie !== undefined) stranger.cookies['lintel_application'] = cookie;
    for (const answer of [await stranger.get(agreed), await send(stranger, {}, agreed)])
      expect([answer.statusCode, answer.headers['location']]).toEqual([303, place]);
  }
  const done = legalView((await send(browser, {}, agreed)).body);
  expect(done).toMatchObject({ justNow: true, mayWithdraw: false, secret: null });
  expect(await textsAgreed()).toBeNull();
});

test('a form sent from another site changes nothing', async () => {
  const { browser, row } = await opened();
  // Also from a browser that sends only the Origin header.
  for (const from of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    const answer = await app.app.inject({
      method: 'POST',
      url: place,
      cookies: browser.cookies,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...from },
      payload: 'do=withdraw&sure=1',
    });
    expect([from, answer.statusCode]).toEqual([from, 403]);
  }
  expect(
    await sql('select 1 from applications where id = $1 and withdrawn_at is null', [row.id]),
  ).toHaveLength(1);
});

test('a choice requires confirmation, happens once, and a stale one shows the current state', async () => {
  const { browser } = await opened();
  const { offers } = statusOf(await browser.get(place)).application;
  const by = (name: string) => String(offers.find(({ lenderName }) => lenderName === name)?.id);
  const question = await send(browser, { do: 'choose', offer: by('Keystone Home Credit') });
  expect(viewOf(question)).toMatchObject({
    step: 'choose',
    offerId: Number(by('Keystone Home Credit')),
  });
  const chosen = async () =>
    statusOf(await browser.get(place))
      .application.offers.filter((one) => one.chosen)
      .map(({ lenderName }) => lenderName);
  expect(await chosen()).toEqual([]);
  const sure = { do: 'choose', offer: by('Keystone Home Credit'), replaces: '', sure: '1' };
  expect((await send(browser, sure)).statusCode).toBe(303);
  expect(await chosen()).toEqual(['Keystone Home Credit']);
  // A page that still shows no choice.
  const stale = await send(browser, { ...sure, offer: by('Mainstreet Direct') });
  expect([stale.statusCode, statusOf(stale).hasChanged]).toEqual([409, true]);
  expect(await chosen()).toEqual(['Keystone Home Credit']);
  expect((await send(browser, { ...sure, offer: '1' })).statusCode).toBe(404);
  expect((await send(browser, { do: 'choose', offer: '1' })).statusCode).toBe(404);
  expect((await send(browser, { do: 'pay' })).statusCode).toBe(422);
});

test('a document is uploaded, rejected with the reason, and removed, without scripts', async () => {
  const { browser } = await opened();
  const { offers } = statusOf(await browser.get(place)).application;
  await send(browser, { do: 'choose', offer: String(offers[0]?.id), replaces: '', sure: '1' });
  await app.work();
  const request = async () => statusOf(await browser.get(place)).application.requests[0];
  const { id = 0 } = (await request()) ?? {};
  const upload = (name: string, bytes: Buffer, of: number | string = id) =>
    browser.send(`${place}/requests/${of}`, { file: { name, bytes } });
  const refused = await upload('license.jpg', pdf());
  expect([refused.statusCode, statusOf(refused).problem]).toEqual([
    422,
    { requestId: id, problem: 'mismatch' },
  ]);
  const none = await browser.call('POST', `${place}/requests/${id}`, {
    payload:
      '--x\r\ncontent-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect([none.statusCode, statusOf(none).problem?.problem]).toEqual([422, 'missing']);
  const taken = await upload('license.pdf', pdf());
  expect([taken.statusCode, taken.headers['location']]).toEqual([303, place]);
  const [document] = (await request())?.documents ?? [];
  expect(document).toMatchObject({ name: 'license.pdf', state: 'waiting' });
  for (const of of [999_999, 'x', '0'])
    expect((await upload('license.pdf', pdf(), of)).statusCode).toBe(404);
  expect((await send(browser, { do: 'remove', document: '999999' })).statusCode).toBe(404);
  await send(browser, { do: 'remove', document: String(document?.id) });
  expect((await request())?.documents).toEqual([]);
});

test("signing out ends this browser's key, and a withdrawal ends the links", async () => {
  const first = await opened();
  const key = first.browser.cookies['lintel_application'] ?? '';
  const left = await send(first.browser, { do: 'leave' });
  expect(left.headers['location']).toBe('/p/oak-and-iron');
  expect(first.browser.cookies['lintel_application']).toBeUndefined();
  first.browser.cookies['lintel_application'] = key;
  expect(viewOf(await first.browser.get(place))).toEqual({ step: 'closed' });

  const { browser, address } = await opened();
  expect(viewOf(await send(browser, { do: 'withdraw' })).step).toBe('withdraw');
  expect(statusOf(await browser.get(place)).application.status).toBe('offers');
  await send(browser, { do: 'withdraw', sure: '1' });
  expect(statusOf(await browser.get(place)).application).toMatchObject({ status: 'withdrawn' });
  expect((await browser.get(address)).statusCode).toBe(404);
});

test('too many attempts open nothing', async () => {
  const { address, browser } = await opened();
  const statuses: number[] = [];
  for (let n = 0; n < 7; n += 1)
    statuses.push((await send(browser, { phoneEnding: '1111' }, address)).statusCode);
  expect(statuses.slice(0, 4)).toEqual([422, 422, 422, 422]);
  expect(statuses.at(-1)).toBe(429);
});

test('an application sent before its page closed continues through its link, but nothing new can start there', async () => {
  const { address, browser, token } = await applied();
  const start = () =>
    visitor(app).call('POST', '/homeowner/pages/oak-and-iron/applications', { payload: {} });
  const draft = (await start()).json().token;
  const turn = (on: boolean) =>
    sql("update co_branded_pages set is_active = $1 where page_name = 'oak-and-iron'", [on]);
  await turn(false);
  try {
    expect((await visitor(app).get('/p/oak-and-iron')).statusCode).toBe(410);
    expect((await start()).statusCode).toBe(404);
    expect((await visitor(app).get('/p/oak-and-iron/privacy')).statusCode).toBe(200);
    // A draft ends with the page.
    expect((await visitor(app).get(`/homeowner/applications/${draft}`)).statusCode).toBe(404);
    const asked = await browser.get(address);
    // No script leads to the closed page.
    expect([asked.statusCode, asked.json()]).toMatchObject([
      200,
      { isClosed: true, view: { step: 'ask' } },
    ]);
    await send(browser, { phoneEnding: '0149' }, address);
    const { application } = statusOf(await browser.get(place));
    expect(application.status).toBe('offers');
    const chosen = {
      do: 'choose',
      offer: String(application.offers[0]?.id),
      sure: '1',
      replaces: '',
    };
    expect((await send(browser, chosen)).statusCode).toBe(303);
    expect(statusOf(await browser.get(place)).application.times.chosen).not.toBeNull();
    const agreed = { payload: { token } };
    expect((await visitor(app).call('POST', '/p/oak-and-iron/agreed', agreed)).statusCode).toBe(
      200,
    );
    // Neither leads to the closed page.
    const replaced = await send(browser, { do: 'replace', sure: '1' });
    expect([replaced.statusCode, statusOf(replaced).hasChanged]).toEqual([409, true]);
    expect(statusOf(await browser.get(place)).application.status).toBe('offers');
    await send(browser, { do: 'withdraw', sure: '1' });
    expect(statusOf(await browser.get(place)).application.status).toBe('withdrawn');
    const left = await send(browser, { do: 'leave' });
    expect([left.statusCode, viewOf(left)]).toEqual([200, { step: 'left' }]);
    expect(browser.cookies['lintel_application']).toBeUndefined();
  } finally {
    await turn(true);
  }
  const open = await applied();
  expect((await open.browser.get(open.address)).json().isClosed).toBe(false);
});

test('the page uses the language of the application, or the chosen one', async () => {
  const { browser, row } = await opened();
  await sql("update applications set language = 'es' where id = $1", [row.id]);
  expect((await browser.get(place)).json().language).toBe('es');
  expect((await browser.get(`${place}?lang=en`)).json().language).toBe('en');
  expect((await browser.get(place)).json().language).toBe('en');
});
