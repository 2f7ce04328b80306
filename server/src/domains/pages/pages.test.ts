import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { coBrandedPage } from '@lintel/contract/pages/page';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

let count = 0;
beforeEach(() => {
  count += 1;
});
const freshName = (): string => `test-page-${count}`;
const params = (more: object = {}): string =>
  JSON.stringify({ companyName: 'Test Company', ccAcceptance: 'No', ...more });
const adminIn = async (userId: number): Promise<TestClient> =>
  (await signedInAs(app, 'admin@demo.test')).switchInto(userId);
const pagesOf = async (client: TestClient, contractorId: number) =>
  (await client.get(`/contractor/${contractorId}/page`)).json().data;
const fieldsOf = async (fields: Record<string, string>): Promise<Record<string, string>> => {
  const answer = await pro.send('/contractor/101/page/1000', {
    pageName: 'summit-roofing',
    params: params(),
    ...fields,
  });
  expect(answer.statusCode).toBe(422);
  return answer.json().fields;
};

test('a contractor reads their own pages with all fields [ACC-404] [ACC-449] [ACC-141] [ACC-142] [MKT-119]', async () => {
  const pages = await pagesOf(pro, 101);
  expect(pages.map(({ pageName }: { pageName: string }) => pageName)).toEqual([
    'summit-roofing',
    'summit-solar',
    'summit-windows',
  ]);
  for (const page of pages) expect(coBrandedPage.parse(page)).toEqual(page);
  expect(Object.keys(pages[0])).toEqual(
    expect.arrayContaining(['id', 'pageName', 'fullUrl', 'logoUrl', 'params', 'logo', 'flyer']),
  );
  expect(pages[0].fullUrl).toBe('http://localhost:3000/p/summit-roofing');
  expect(Object.keys(pages[0].params).sort()).toEqual([
    'ccAcceptance',
    'companyName',
    'concierge',
    'fdAgreement',
    'helocOffer',
    'logoLinkUrl',
    'title',
  ]);
});

test("a page includes its flyer's text [MKT-119]", async () => {
  const flyer = {
    companyName: 'On the flyer',
    phone: '3035550199',
    extPhone: '7',
    websiteUrl: 'http://flyer.example',
  };
  const saved = {
    ...flyer,
    qrCodeBackside: 'Company website',
    language: 'es',
    logoFileName: '',
  };
  const form = { flyer: JSON.stringify(saved) };
  expect((await pro.send('/contractor/101/page/1002/marketing-materials', form)).statusCode).toBe(
    200,
  );
  const page = (await pagesOf(pro, 101)).find(({ id }: { id: number }) => id === 1002);
  expect(page.flyer).toEqual({ ...saved, logoFileName: null });
  expect([page.logo, typeof page.logoUrl]).toEqual([null, 'string']);
});

test("the filter list contains the contractor's page names [MKT-206]", async () => {
  const answer = await pro.get('/contractor/101/co-branded-pages/filter-list');
  expect(answer.json().data.map(({ pageName }: { pageName: string }) => pageName)).toEqual([
    'summit-roofing',
    'summit-solar',
    'summit-windows',
  ]);
});

test('the plan lookup returns the opportunities [ACC-450]', async () => {
  expect((await pro.get('/contractor/101/plan')).json().plan).toMatchObject({
    tier: 'Pro',
    opportunities: ['FDA', 'HELOC'],
  });
  expect((await pro.get('/contractor/102/plan')).statusCode).toBe(404);
});

test("another contractor's pages are not found", async () => {
  expect((await pro.get('/contractor/102/page')).statusCode).toBe(404);
  expect(
    (await pro.send('/contractor/102/page', { pageName: freshName(), params: params() }))
      .statusCode,
  ).toBe(404);
  const [theirs] = await pagesOf(await signedInAs(app, 'brand@demo.test'), 102);
  const answer = await pro.send(`/contractor/101/page/${theirs.id}`, {
    pageName: freshName(),
    params: params(),
  });
  expect(answer.statusCode).toBe(404);
});

test("any user with co-branded access can create the contractor's first page [ACC-405] [ACC-183]", async () => {
  const free = await signedInAs(app, 'free@demo.test');
  expect((await free.get('/user')).json().contractor).toMatchObject({ hasPage: false, pages: [] });
  const answer = await free.send('/contractor/104/page', {
    id: '104',
    pageName: 'first-coat',
    params: params(),
  });
  expect(answer.json()).toMatchObject({
    message: 'Create successful',
    page: { pageName: 'first-coat', fullUrl: 'http://localhost:3000/p/first-coat' },
  });
  expect(answer.json().error).toBeUndefined();
  expect((await free.get('/user')).json().contractor).toMatchObject({
    hasPage: true,
    pages: [{ pageName: 'first-coat' }],
  });
  const other = await free.send('/contractor/104/page', {
    id: '101',
    pageName: freshName(),
    params: params(),
  });
  expect(other.statusCode).toBe(400);
  const second = await free.send('/contractor/104/page', {
    pageName: 'first-coat-two',
    params: params(),
  });
  expect(second.json()).toMatchObject({ error: 'access_denied' });
});

test('another page requires manage_page_create, which staff have', async () => {
  expect(
    (await pro.send('/contractor/101/page', { pageName: freshName(), params: params() }))
      .statusCode,
  ).toBe(403);
  const staff = await adminIn(12);
  expect(
    (await staff.send('/contractor/102/page', { pageName: freshName(), params: params() }))
      .statusCode,
  ).toBe(200);
});

test('an update changes only what was sent and increases the version [ACC-406]', async () => {
  const [page] = await pagesOf(pro, 101);
  const body = {
    id: '101',
    pId: String(page.id),
    pageName: page.pageName,
    params: params({ title: 'New title', companyName: 'Summit Roofing LLC' }),
  };
  const answer = await pro.send(`/contractor/101/page/${page.id}`, {
    ...body,
    version: String(page.version),
  });
  expect(answer.json()).toMatchObject({
    message: 'Update successful',
    page: { params: { title: 'New title' }, version: page.version + 1 },
  });
  const elsewhere = await pro.send(`/contractor/101/page/${page.id}`, { ...body, pId: '1001' });
  expect(elsewhere.statusCode).toBe(400);
  const stale = await pro.send(`/contractor/101/page/${page.id}`, {
    ...body,
    version: String(page.version),
  });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    error: 'conflict',
    message: 'Someone else changed this page.',
  });
});

test('a save based on a stale version is rejected with the differing fields, and nothing is stored', async () => {
  const [page] = await pagesOf(pro, 101);
  const send = (more: object) =>
    pro.send(`/contractor/101/page/${page.id}`, {
      pageName: page.pageName,
      params: params(more),
      version: String(page.version),
    });
  const answers = await Promise.all([
    send({ title: 'By the one' }),
    send({ title: 'By the other' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const winner = answers.find(({ statusCode }) => statusCode === 200)?.json().page;
  const loser = answers.find(({ statusCode }) => statusCode === 409)?.json();
  expect(loser.message).toBe('Someone else changed this page. Fields that differ: title.');
  expect((await pagesOf(pro, 101))[0]).toEqual(winner);
});

test('each save is audited with old and new values and both accounts', async () => {
  const staff = await adminIn(12);
  const [page] = await pagesOf(staff, 102);
  const { title } = page.params;
  await staff.send(`/contractor/102/page/${page.id}`, {
    pageName: page.pageName,
    params: JSON.stringify({ ...page.params, title: 'Audited' }),
  });
  const { rows } = await app.deps.database.pool.query(
    "select actor_id, user_id, contractor_id, action, details from audit_log where entity = 'page' order by id desc limit 1",
  );
  expect(rows).toEqual([
    {
      actor_id: 1,
      user_id: 12,
      contractor_id: 102,
      action: 'page.updated',
      details: { title: { from: title, to: 'Audited' } },
    },
  ]);
});

test('a contractor closes a page, which visitors see immediately, and reopens it', async () => {
  const visit = () => visitor(app).get('/p/summit-solar');
  const setActive = (isActive: unknown, client = pro, path = '/contractor/101/page/1001/active') =>
    client.call('POST', path, { payload: { isActive } });
  const [, { version }] = await pagesOf(pro, 101);
  const closed = await setActive(false);
  expect([closed.statusCode, closed.json()]).toMatchObject([
    200,
    { message: 'The page is closed.', page: { id: 1001, isActive: false, version } },
  ]);
  expect((await visit()).statusCode).toBe(410);
  // Closed pages stay in the list, so that they can be reopened, but aren't offered elsewhere.
  expect((await pagesOf(pro, 101)).map((page: { isActive: boolean }) => page.isActive)).toEqual([
    true,
    false,
    true,
  ]);
  const names = await pro.get('/contractor/101/co-branded-pages/filter-list');
  expect(names.body).not.toContain('summit-solar');
  expect((await setActive(false)).statusCode).toBe(200);
  expect((await setActive(true)).json()).toMatchObject({ page: { isActive: true } });
  expect((await visit()).statusCode).toBe(200);
  expect((await setActive('no')).statusCode).toBe(422);
  const { rows } = await app.deps.database.pool.query(
    "select action, contractor_id, details from audit_log where entity = 'page' and entity_id = '1001' order by id desc limit 2",
  );
  const details = { pageName: 'summit-solar' };
  expect(rows).toEqual([
    { action: 'page.reopened', contractor_id: 101, details },
    { action: 'page.closed', contractor_id: 101, details },
  ]);
});

test("another contractor's page can't be closed, and closing a page doesn't make room for another", async () => {
  const brand = await signedInAs(app, 'brand@demo.test');
  const [theirs] = await pagesOf(brand, 102);
  const close = (client: TestClient, contractorId: number, pageId: number) =>
    client.call('POST', `/contractor/${contractorId}/page/${pageId}/active`, {
      payload: { isActive: false },
    });
  expect((await close(pro, 101, theirs.id)).statusCode).toBe(404);
  expect((await close(pro, 102, theirs.id)).statusCode).toBe(404);
  expect((await close(visitor(app), 101, 1001)).statusCode).toBe(401);
  expect((await visitor(app).get(`/p/${theirs.pageName}`)).statusCode).toBe(200);

  const { pool } = app.deps.database;
  const turn = (on: boolean) =>
    pool.query('update co_branded_pages set is_active = $1 where contractor_id = 101', [on]);
  await turn(false);
  const form = { pageName: freshName(), params: params() };
  const another = await pro.send('/contractor/101/page', form);
  await turn(true);
  expect(another.statusCode).toBe(403);
});

test('the company name is required, with at most 240 characters [ACC-274] [ACC-275]', async () => {
  expect(await fieldsOf({ params: params({ companyName: '   ' }) })).toEqual({
    'params.companyName': 'This field is required.',
  });
  expect(await fieldsOf({ params: params({ companyName: 'x'.repeat(241) }) })).toEqual({
    'params.companyName': 'Enter 240 symbols maximum',
  });
});

test('the page name is required, with 2 to 100 letters, digits, and hyphens [ACC-276] [ACC-277] [ACC-278]', async () => {
  expect(await fieldsOf({ pageName: '' })).toEqual({ pageName: 'This field is required.' });
  expect(await fieldsOf({ pageName: 'über_page' })).toEqual({
    pageName: 'Please use letters, digits and hyphens only.',
  });
  expect(await fieldsOf({ pageName: 'a' })).toEqual({
    pageName: 'Please use at least 2 characters.',
  });
  expect(await fieldsOf({ pageName: 'a'.repeat(101) })).toEqual({
    pageName: 'Enter 100 symbols maximum',
  });
});

test('title and logo link have length limits, and the link must be a URL [ACC-283] [ACC-288] [ACC-289]', async () => {
  expect(await fieldsOf({ params: params({ title: 'x'.repeat(251) }) })).toEqual({
    'params.title': 'Enter 250 symbols maximum',
  });
  expect(await fieldsOf({ params: params({ logoLinkUrl: 'not an address' }) })).toEqual({
    'params.logoLinkUrl': 'The URL is not valid',
  });
  expect(
    await fieldsOf({ params: params({ logoLinkUrl: `http://a.com/${'x'.repeat(120)}` }) }),
  ).toEqual({
    'params.logoLinkUrl': 'Enter 128 symbols maximum',
  });
});

test('the logo link is stored without spaces and with http:// [ACC-290] [ACC-291]', async () => {
  const [page] = await pagesOf(pro, 101);
  const send = (logoLinkUrl: string) =>
    pro.send(`/contractor/101/page/${page.id}`, {
      pageName: page.pageName,
      params: params({ logoLinkUrl }),
    });
  expect((await send(' summit roofing.example ')).json().page.params.logoLinkUrl).toBe(
    'http://summitroofing.example',
  );
  expect((await send('https://summit.example')).json().page.params.logoLinkUrl).toBe(
    'https://summit.example',
  );
});

test('credit card acceptance is required and has three valid values [ACC-292]', async () => {
  expect(await fieldsOf({ params: JSON.stringify({ companyName: 'x' }) })).toEqual({
    'params.ccAcceptance': 'This field is required.',
  });
  expect(await fieldsOf({ params: params({ ccAcceptance: 'Maybe' }) })).toEqual({
    'params.ccAcceptance': 'This field is required.',
  });
});

test('a switch accepts true and false, and 1 and 0 [ACC-406] [ACC-294] [ACC-295]', async () => {
  for (const [on, off] of [
    [true, false],
    [1, 0],
    ['1', '0'],
  ]) {
    const answer = await pro.send('/contractor/101/page/1001', {
      pageName: 'summit-solar',
      params: params({ fdAgreement: on, helocOffer: off }),
    });
    expect(answer.json().page.params).toMatchObject({ fdAgreement: true, helocOffer: false });
  }
});

test('a switch that the plan lacks stays off with an error', async () => {
  const staff = await adminIn(14);
  const [page] = await pagesOf(staff, 104);
  const answer = await staff.send(`/contractor/104/page/${page.id}`, {
    pageName: page.pageName,
    params: params({ helocOffer: true }),
  });
  expect(answer.json().fields).toEqual({
    'params.helocOffer': 'This is available on Pro and Brand plans only.',
  });
});

test('a switch that the plan no longer includes keeps its stored value', async () => {
  const staff = await adminIn(14);
  const [page] = await pagesOf(staff, 104);
  await app.deps.database.pool.query(
    'update co_branded_pages set heloc_offer = true where id = $1',
    [page.id],
  );
  for (const helocOffer of [true, false]) {
    const body = { pageName: page.pageName, params: params({ helocOffer }) };
    const answer = await staff.send(`/contractor/104/page/${page.id}`, body);
    expect(answer.json().page.params.helocOffer).toBe(true);
  }
  await app.deps.database.pool.query(
    'update co_branded_pages set heloc_offer = false where id = $1',
    [page.id],
  );
});

test('only manage_concierge sets the concierge flag, and tier Concierge implies it [ACC-298]', async () => {
  const [page] = await pagesOf(pro, 101);
  const body = { pageName: page.pageName, params: params({ concierge: true }) };
  const refused = await pro.send(`/contractor/101/page/${page.id}`, body);
  expect(refused.statusCode).toBe(422);
  expect(refused.json().fields).toEqual({
    'params.concierge': 'Only staff can turn on Concierge.',
  });
  const staff = await adminIn(11);
  expect(
    (await staff.send(`/contractor/101/page/${page.id}`, body)).json().page.params.concierge,
  ).toBe(true);
  expect(
    (await pro.send(`/contractor/101/page/${page.id}`, { ...body, params: params() })).json().page
      .params.concierge,
  ).toBe(true);
  const concierge = await signedInAs(app, 'concierge@demo.test');
  const [harborlight] = await pagesOf(concierge, 103);
  const saved = await concierge.send(`/contractor/103/page/${harborlight.id}`, {
    pageName: 'harborlight',
    params: params(),
  });
  expect(saved.json().page.params.concierge).toBe(true);
});

test('a page name is unique across the system, even for concurrent requests', async () => {
  const taken = await pro.send('/contractor/101/page/1000', {
    pageName: 'oak-and-iron',
    params: params(),
  });
  expect(taken.statusCode).toBe(409);
  expect(taken.json()).toMatchObject({
    error: 'page_name_taken',
    fields: { pageName: 'This page name is already used. Please choose another one.' },
  });
  const [one, two] = [await adminIn(12), await adminIn(13)];
  const answers = await Promise.all([
    one.send('/contractor/102/page', { pageName: 'wanted-by-two', params: params() }),
    two.send('/contractor/103/page', { pageName: 'Wanted by two', params: params() }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('a removed logo disappears from the page', async () => {
  const answer = await pro.send('/contractor/101/page/1000', {
    pageName: 'summit-roofing',
    params: params(),
    removeLogo: '1',
  });
  expect(answer.json().page).toMatchObject({ logoUrl: null, logo: null });
});
