import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sighting } from '@lintel/contract/marketing/sites';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
let pageId: number;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
  const { rows } = await app.deps.database.pool.query(
    "select id from co_branded_pages where page_name = 'summit-roofing'",
  );
  pageId = (rows[0] as { id: number }).id;
});
afterAll(() => app.close());

const read = async (): Promise<{ sites: string[]; sightings: Sighting[] }> =>
  (await pro.get('/contractor/101/widget-sites')).json();
const save = (sites: string[]) => pro.post('/contractor/101/widget-sites', { sites });
const open = (path: string, headers: Record<string, string> = {}) =>
  visitor(app).get(path, { headers });
const frameAt = (site: string, headers?: Record<string, string>) =>
  open(`/embeds/calculator/${pageId}?site=${encodeURIComponent(site)}`, headers);
const placesOf = async (): Promise<string[]> =>
  (await read()).sightings.map(({ widget, site }) => `${widget} ${site}`);

test('a contractor can enter websites in any notation, each listed once', async () => {
  const saved = await save([
    'roofer.com',
    ' https://www.roofer.com/about ',
    'https://roofer.com/',
    'HTTP://Old.Roofer.com',
  ]);
  expect(saved.json()).toEqual({
    message: 'Update successful',
    sites: ['http://old.roofer.com', 'https://roofer.com', 'https://www.roofer.com'],
  });
  expect((await read()).sites).toHaveLength(3);
  for (const wrong of [
    'nowhere',
    'javascript://x.com/%0aalert(1)',
    'https://',
    'https://1.2.3.4',
    `${'a'.repeat(300)}.com`,
  ])
    expect((await save([wrong])).statusCode, wrong).toBe(422);
  expect((await read()).sites).toHaveLength(3);
  expect((await save([])).json<{ sites: string[] }>().sites).toEqual([]);
});

test("another contractor can't read or change the list of websites", async () => {
  const brand = await signedInAs(app, 'brand@demo.test');
  expect((await brand.get('/contractor/101/widget-sites')).statusCode).toBe(404);
  expect((await brand.post('/contractor/101/widget-sites', { sites: [] })).statusCode).toBe(404);
  expect((await visitor(app).get('/contractor/101/widget-sites')).statusCode).toBe(401);
});

test('a change of the list is audited', async () => {
  await save(['https://roofer.com']);
  const { rows } = await app.deps.database.pool.query(
    "select details from audit_log where action = 'widget-sites.saved' order by id desc limit 1",
  );
  const sites = { from: [], to: ['https://roofer.com'] };
  expect(rows).toEqual([{ details: { sites } }]);
  await save([]);
});

test('each kind of embed is located: frames and the button by their report, a banner by its Referer', async () => {
  await frameAt('https://a.example/financing?utm=1#top');
  await open(`/embeds/full-page/${pageId}?site=https://a.example/`);
  await open(`/embeds/seen/${pageId}?site=https://a.example/contact`);
  await open(`/embeds/picture/1/${pageId}-phone.png`, {
    referer: 'https://a.example/some/where?secret=1',
  });
  expect((await placesOf()).toSorted()).toEqual([
    'banner a.example/',
    'calculator a.example/financing',
    'full-page a.example/',
    'real-widget a.example/contact',
  ]);
  const [first] = (await read()).sightings;
  expect(first).toMatchObject({ pageId, pageName: 'summit-roofing' });
});

test('a location is written at most once an hour', async () => {
  const later = async (seconds: number): Promise<void> => {
    app.clock.pass(seconds);
    // The session has expired by now.
    pro = await signedInAs(app, 'pro@demo.test');
  };
  const seenAt = async () =>
    (await read()).sightings.find(({ site }) => site === 'often.example/')?.lastSeen;
  await frameAt('https://often.example/');
  const first = await seenAt();
  await later(1800);
  await frameAt('https://often.example/');
  expect(await seenAt()).toBe(first);
  await later(1801);
  await frameAt('https://often.example/');
  expect(await seenAt()).not.toBe(first);
  expect((await placesOf()).filter((place) => place.includes('often'))).toHaveLength(1);
});

test('ignores reports that no embed would send, that contradict the browser, or from our own pages', async () => {
  const before = await placesOf();
  await frameAt('not an address');
  await frameAt('ftp://a.example/');
  await frameAt('https://liar.example/', { referer: 'https://somebody-else.example/' });
  await frameAt('http://localhost:3000/banners');
  await open(`/embeds/calculator/${pageId}?site[]=https://b.example`);
  await open(`/embeds/calculator/${pageId}`);
  await open('/embeds/calculator/999999?site=https://b.example/');
  expect(await placesOf()).toEqual(before);
});

test('an unlisted website is blocked by the frame, by its policy, and in the list of sightings', async () => {
  await save(['https://roofer.com']);
  const listed = await frameAt('https://www.roofer.com/');
  expect(listed.statusCode).toBe(200);
  expect(listed.headers['content-security-policy']).toContain(
    "frame-ancestors 'self' https://roofer.com https://www.roofer.com",
  );
  const other = await frameAt('https://thief.example/');
  expect(other.statusCode).toBe(403);
  expect(other.body).toContain('"reason":{"kind":"not-listed"');
  // A local file or a sandboxed frame shows a message where the policy would leave an empty frame.
  expect((await frameAt('null/home/preview.html')).body).toContain('"kind":"not-listed"');
  // Without a reported location, the browser enforces the policy.
  expect((await open(`/embeds/apply/${pageId}`)).headers['content-security-policy']).toContain(
    "frame-ancestors 'self' https://roofer.com",
  );
  await open(`/embeds/seen/${pageId}?site=https://thief.example/`);
  const places = await placesOf();
  expect(places).toContain('calculator www.roofer.com/');
  expect(places.filter((place) => place.includes('thief'))).toEqual([]);
  await save([]);
});

test("one IP address can't fill a page's list", async () => {
  for (let index = 0; index < 80; index += 1) await frameAt(`https://flood-${index}.example/`);
  const places = (await placesOf()).filter((place) => place.includes('flood'));
  expect(places.length).toBeGreaterThan(30);
  expect(places.length).toBeLessThanOrEqual(60);
});
