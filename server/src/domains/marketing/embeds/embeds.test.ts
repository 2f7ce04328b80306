import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bannerDesigns, bannerSizes } from '@lintel/contract/marketing/constants';
import type { CalculatorPage } from '@lintel/contract/marketing/embeds';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import { writeSettingValue } from '../../settings/index.ts';

let app: TestApp;
let pageId: number;
beforeAll(async () => {
  app = await createTestApp();
  const { rows } = await app.deps.database.pool.query(
    "select id from co_branded_pages where page_name = 'summit-roofing'",
  );
  pageId = (rows[0] as { id: number }).id;
});
afterAll(() => app.close());

const open = (path: string, headers: Record<string, string> = {}) =>
  visitor(app).get(path, { headers });
const calculatorOf = async (query = ''): Promise<CalculatorPage> => {
  const { body } = await open(`/embeds/calculator/${pageId}${query}`);
  return JSON.parse(/<pre>(.*)<\/pre>/.exec(body)?.[1] ?? '') as CalculatorPage;
};

test('any website may load the loader, caches keep it and ask whether it has changed', async () => {
  const loader = await open('/embeds/v1.js', { origin: 'https://roofer.com' });
  expect(loader.body).toBe('"loader"');
  expect(loader.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
  });
  expect(loader.cookies).toEqual([]);
  const etag = String(loader.headers['etag']);
  expect((await open('/embeds/v1.js', { 'if-none-match': etag })).statusCode).toBe(304);
});

test('a frame names its script with a version that never changes', async () => {
  const { script } = await calculatorOf();
  expect(script).toMatch(/^\/embeds\/calculator\.js\?v=[\w-]{10}$/);
  expect((await open(script)).headers['cache-control']).toContain('immutable');
  expect((await open('/embeds/calculator.js?v=older')).headers['cache-control']).not.toContain(
    'immutable',
  );
});

test('a frame may stand anywhere, runs our script alone, and its styles are named by their hash', async () => {
  const { headers } = await open(`/embeds/calculator/${pageId}`);
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      'frame-ancestors *',
    ]),
  );
  expect(policy.find((one) => one.startsWith('style-src'))).toMatch(
    /^style-src 'sha256-[\w+/]{43}='$/,
  );
  expect(headers).not.toHaveProperty('x-frame-options');
  // Only here: the portal and the public page still refuse.
  expect((await open('/p/summit-roofing')).headers).toHaveProperty('x-frame-options');
});

test('the calculator has the colours, the border and the button that its code names', async () => {
  const colors = { color1: '#FFD200', color2: '#472152', color3: '#293033' };
  expect(
    await calculatorOf('?color1=ffd200&color2=472152&color3=293033&border=0&hidelink=1'),
  ).toMatchObject({
    companyName: 'Summit Roofing LLC',
    offersUrl: null,
    border: false,
    colors,
  });
  expect(await calculatorOf('?color1=red;}&color2[]=x')).toMatchObject({
    offersUrl: 'http://localhost:3000/p/summit-roofing?source=calculator',
    border: true,
    colors: { color1: '#68BA62', color2: '#1C418C', color3: '#FFFFFF' },
  });
});

test('the calculator reckons with the rates of the setting, and with the default where one makes no sense', async () => {
  expect((await calculatorOf()).rates.good).toBe(9.99);
  const value = { good: 8.25, fair: 'free', poor: -1 };
  await writeSettingValue(app.deps.database.db, {
    name: 'CalculatorRates',
    value,
    userId: null,
    at: app.clock.now(),
  });
  expect((await calculatorOf()).rates).toMatchObject({
    excellent: 7.49,
    good: 8.25,
    fair: 14.99,
    poor: 27.99,
  });
});

test('the whole page and the form tell where an application comes from', async () => {
  expect((await open(`/embeds/full-page/${pageId}`)).body).toContain('<p>full-page</p>');
  expect((await open(`/embeds/apply/${pageId}`)).body).toContain('<p>real-widget</p>');
});

test('a page that there is not, or no more, is a calm notice that nobody keeps', async () => {
  const turn = (on: boolean) =>
    app.deps.database.pool.query('update co_branded_pages set is_active = $1 where id = $2', [
      on,
      pageId,
    ]);
  await turn(false);
  const gone = await open(`/embeds/calculator/${pageId}`);
  await turn(true);
  for (const answer of [
    gone,
    ...(await Promise.all(
      ['0', '-1', '99999999999', 'abc', '%00', "1'--"].map((id) => open(`/embeds/full-page/${id}`)),
    )),
  ]) {
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('This is not available right now');
    expect(answer.headers).not.toHaveProperty('x-frame-options');
  }
});

test('every banner is a picture of its own size', async () => {
  for (const { id } of bannerDesigns)
    for (const { size, width, height } of bannerSizes) {
      const answer = await open(`/embeds/banner/${id}/${pageId}-${size}.png`);
      expect([id, size, answer.statusCode, answer.headers['content-type']]).toEqual([
        id,
        size,
        200,
        'image/png',
      ]);
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
        width,
        height,
        format: 'png',
      });
    }
});

test('a banner is kept by caches, drawn anew when the page changes, and unknown ones are not there', async () => {
  const path = `/embeds/banner/4/${pageId}-300x250.png`;
  const first = await open(path);
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    'access-control-allow-origin': '*',
  });
  const etag = String(first.headers['etag']);
  expect((await open(path, { 'if-none-match': etag })).statusCode).toBe(304);
  await app.deps.database.pool.query(
    "update co_branded_pages set company_name = 'Summit & Daughters' where id = $1",
    [pageId],
  );
  expect((await open(path, { 'if-none-match': etag })).statusCode).toBe(200);
  for (const other of [
    `9/${pageId}-300x250`,
    `1/${pageId}-300x251`,
    '1/999999-300x250',
    '1/abc-300x250',
  ])
    expect((await open(`/embeds/banner/${other}.png`)).statusCode, other).toBe(404);
});
