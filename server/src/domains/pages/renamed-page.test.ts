import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
let rival: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
  rival = await signedInAs(app, 'brand@demo.test');
});
afterAll(() => app.close());

const params = JSON.stringify({ companyName: 'Test Company', ccAcceptance: 'No' });
/** The pages of Summit Roofing, and its rival's. */
const roofing = '/contractor/101/page/1000';
const solar = '/contractor/101/page/1001';
const windows = '/contractor/101/page/1002';
const ofRival = '/contractor/102/page/1003';
const name = (client: TestClient, page: string, pageName: string) =>
  client.send(page, { pageName, params });
const open = (path: string) => visitor(app).get(path);
const taken = {
  error: 'page_name_taken',
  fields: { pageName: 'This page name is already used. Please choose another one.' },
};

test('a visitor of a former URL reaches the page with one redirect that keeps the query', async () => {
  for (const next of ['roofs-by-summit', 'summit-roofs'])
    expect((await name(pro, roofing, next)).statusCode).toBe(200);
  for (const [path, place] of [
    ['/p/summit-roofing?source=flyer', '/p/summit-roofs?source=flyer'],
    ['/p/roofs-by-summit?source=banner&hidelink=1', '/p/summit-roofs?source=banner&hidelink=1'],
    ['/p/Summit%20Roofing', '/p/summit-roofs'],
  ] as const) {
    const answer = await open(path);
    expect([path, answer.statusCode, answer.headers['location']]).toEqual([path, 308, place]);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  expect((await app.app.inject({ method: 'HEAD', url: '/p/summit-roofing' })).statusCode).toBe(308);
  expect((await open('/p/summit-roofs?source=flyer')).body).toContain('<p>flyer</p>');
});

test('a visitor with a code from before the renaming reaches the page, and a homeowner can apply there', async () => {
  const { code } = (await pro.get('/widgets/banner/2?pageId=1001&hideLink=0')).json<{
    code: string;
  }>();
  const link = /href="[^"]*(\/p\/[^"]*)"/.exec(code)?.[1] ?? '';
  expect(link).toContain('/p/summit-solar?');
  await name(pro, solar, 'sun-by-summit');
  expect((await open(link)).headers['location']).toBe(
    link.replace('summit-solar', 'sun-by-summit'),
  );
  const started = await visitor(app).post('/homeowner/pages/summit-solar/applications', {
    source: 'banner',
    draft: {},
  });
  expect(started.statusCode).toBe(200);
  const { rows } = await app.deps.database.pool.query(
    'select page_id from applications order by id desc limit 1',
  );
  expect(rows).toEqual([{ page_id: 1001 }]);
});

test('no other contractor can take a used name, by renaming or with a new page', async () => {
  await name(pro, windows, 'glass-by-summit');
  const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(12);
  for (const answer of [
    await name(rival, ofRival, 'Summit Windows'),
    await name(staff, '/contractor/102/page', 'summit-windows'),
    await name(staff, ofRival, 'summit-windows'),
  ]) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject(taken);
  }
  expect((await open('/p/summit-windows')).headers['location']).toBe('/p/glass-by-summit');
});

test('a page that returns to its old name also keeps the other one', async () => {
  expect((await name(pro, windows, 'summit-windows')).statusCode).toBe(200);
  expect((await open('/p/summit-windows')).statusCode).toBe(200);
  expect((await open('/p/glass-by-summit')).headers['location']).toBe('/p/summit-windows');
  expect((await name(rival, ofRival, 'glass-by-summit')).json()).toMatchObject(taken);
});

test('a contractor can move one of its former names to another of its pages', async () => {
  expect((await name(pro, windows, 'roofs-by-summit')).statusCode).toBe(200);
  expect((await open('/p/roofs-by-summit')).statusCode).toBe(200);
  expect((await open('/p/summit-roofing')).headers['location']).toBe('/p/summit-roofs');
});

test("a name can't be taken while it is being released", async () => {
  for (let round = 0; round < 8; round += 1) {
    const [old, next] = [`race-${round}`, `race-${round + 1}`];
    await name(pro, windows, old);
    const [given, wanted] = await Promise.all([
      name(pro, windows, next),
      name(rival, ofRival, old),
    ]);
    expect([given.statusCode, wanted.statusCode]).toEqual([200, 409]);
    await app.deps.database.pool.query(
      "delete from page_names where name like 'race-%' and name <> $1",
      [next],
    );
  }
});

test('a closed page shows who to call at each of its names, which stay reserved', async () => {
  const turn = (on: boolean) =>
    app.deps.database.pool.query('update co_branded_pages set is_active = $1 where id = 1000', [
      on,
    ]);
  await turn(false);
  for (const path of ['/p/summit-roofs', '/p/summit-roofing']) {
    const closed = await open(path);
    expect([closed.statusCode, closed.headers['location']]).toEqual([410, undefined]);
    expect(closed.body).toContain('Test Company 3035550110');
  }
  const started = await visitor(app).post('/homeowner/pages/summit-roofing/applications', {
    source: 'flyer',
    draft: {},
  });
  expect(started.statusCode).toBe(404);
  expect((await name(rival, ofRival, 'summit-roofing')).json()).toMatchObject(taken);
  await turn(true);
});

test("a contractor can't hoard names by renaming, and staff aren't limited", async () => {
  const harborlight = await signedInAs(app, 'concierge@demo.test');
  const page = '/contractor/103/page/1004';
  const answers = [];
  for (let round = 1; round <= 10; round += 1)
    answers.push(await name(harborlight, page, `harbor-${round}`));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    ...Array.from({ length: 9 }, () => 200),
    422,
  ]);
  expect(answers.at(-1)?.json().fields).toEqual({
    pageName: 'A page can have 10 names in all. Please ask us for another one.',
  });
  expect((await name(harborlight, page, 'harborlight')).statusCode).toBe(200);
  const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(13);
  expect((await name(staff, page, 'harbor-by-staff')).statusCode).toBe(200);
});

test('a page keeps its former names, which no one else can take', async () => {
  for (const next of ['held-at-first', 'held-next'])
    expect((await name(pro, windows, next)).statusCode).toBe(200);
  expect((await open('/p/held-at-first')).headers['location']).toBe('/p/held-next');
  for (const held of ['held-at-first', 'held-next']) {
    const refused = await name(rival, ofRival, held);
    expect([refused.statusCode, refused.json()]).toEqual([409, expect.objectContaining(taken)]);
  }
  // A page can take its own former name.
  expect((await name(pro, windows, 'held-at-first')).statusCode).toBe(200);
  expect((await open('/p/held-next')).headers['location']).toBe('/p/held-at-first');
});
