import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bannerDesigns, bannerSizes } from '@lintel/contract/marketing/constants';
import type { CalculatorPage, CalmPage } from '@lintel/contract/marketing/embeds';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import { writeSettingValue } from '../../../platform/settings/store.ts';

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
  return readPage(body) as CalculatorPage;
};
/** The input from which a test embed's page was built. */
const readPage = (body: string): unknown => JSON.parse(/<pre>(.*)<\/pre>/.exec(body)?.[1] ?? '');
const calmOf = (body: string) => readPage(body) as CalmPage;

test('any website can load the loader, and caches keep and revalidate it', async () => {
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

test('a frame references its script with an immutable version', async () => {
  const { script } = await calculatorOf();
  expect(script).toMatch(/^\/embeds\/calculator\.js\?v=[\w-]{10}$/);
  expect((await open(script)).headers['cache-control']).toContain('immutable');
  expect((await open('/embeds/calculator.js?v=older')).headers['cache-control']).not.toContain(
    'immutable',
  );
});

test('a frame works on any site, runs only our script, and allows its styles by hash', async () => {
  const { headers } = await open(`/embeds/calculator/${pageId}`);
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "base-uri 'none'"]),
  );
  // Even `*` excludes local files and sandboxed frames.
  expect(policy.join()).not.toContain('frame-ancestors');
  expect(policy.find((one) => one.startsWith('style-src'))).toMatch(
    /^style-src 'sha256-[\w+/]{43}='$/,
  );
  expect(headers).not.toHaveProperty('x-frame-options');
  // Only here: the portal and the public page still refuse framing.
  expect((await open('/p/summit-roofing')).headers).toHaveProperty('x-frame-options');
});

test('the calculator has the colors, border, and button of its code', async () => {
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

test('the calculator uses the rates in the settings, and the default for implausible ones', async () => {
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

test('the full page and the form record the source of an application', async () => {
  expect((await open(`/embeds/full-page/${pageId}`)).body).toContain('<p>full-page</p>');
  expect((await open(`/embeds/apply/${pageId}`)).body).toContain('<p>real-widget</p>');
});

const turn = (on: boolean) =>
  app.deps.database.pool.query('update co_branded_pages set is_active = $1 where id = $2', [
    on,
    pageId,
  ]);

test("an unknown page shows a plain notice that isn't cached", async () => {
  for (const id of ['0', '-1', '99999999999', 'abc', '%00', "1'--"]) {
    const answer = await open(`/embeds/full-page/${id}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(calmOf(answer.body).reason).toEqual({ kind: 'unknown' });
    expect(answer.headers).not.toHaveProperty('x-frame-options');
  }
});

test('a closed page shows who to call in every frame, unless its owner was deactivated', async () => {
  const owners = (on: boolean) =>
    app.deps.database.pool.query("update users set is_active = $1 where email = 'pro@demo.test'", [
      on,
    ]);
  await turn(false);
  for (const frame of ['calculator', 'full-page', 'apply']) {
    const answer = await open(`/embeds/${frame}/${pageId}?lang=es`);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([410, 'no-store']);
    expect(calmOf(answer.body)).toMatchObject({
      language: 'es',
      reason: { kind: 'closed', companyName: 'Summit Roofing LLC', phone: '3035550110' },
    });
  }
  await owners(false);
  const unknown = await open(`/embeds/calculator/${pageId}`);
  await owners(true);
  await turn(true);
  expect(unknown.statusCode).toBe(404);
  expect(unknown.body).not.toContain('Summit');
});

test('a frame uses the language of its code, else that of the browser, and ignores cookies', async () => {
  const languageOf = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await open(`/embeds/calculator/${pageId}${query}`, headers);
    expect(answer.cookies).toEqual([]);
    expect(answer.headers['vary']).toContain('Accept-Language');
    const { language, script } = readPage(answer.body) as CalculatorPage;
    expect(script).toMatch(language === 'es' ? /calculator\.es\.js/ : /calculator\.js/);
    expect(answer.headers['content-language']).toBe(`${language}-US`);
    return language;
  };
  const spanish = { 'accept-language': 'es-MX,es;q=0.9' };
  expect(await languageOf('')).toBe('en');
  expect(await languageOf('', spanish)).toBe('es');
  expect(await languageOf('?lang=en', spanish)).toBe('en');
  expect(await languageOf('?lang=es')).toBe('es');
  expect(await languageOf('', { cookie: 'lang=es' })).toBe('en');
  for (const odd of [
    '?lang=ES',
    '?lang[]=es',
    '?lang=es&lang=es',
    '?lang=%3Cscript%3E',
    `?lang=${'e'.repeat(4000)}`,
    '?lang=__proto__',
  ])
    expect(await languageOf(odd)).toBe('en');
});

test("a frame's links keep the language of its code, and otherwise leave it to the page", async () => {
  const page = 'http://localhost:3000/p/summit-roofing?source=calculator';
  const spanish = { 'accept-language': 'es' };
  expect((await calculatorOf('?lang=es')).offersUrl).toBe(`${page}&lang=es`);
  const { body } = await open(`/embeds/calculator/${pageId}`, spanish);
  expect((readPage(body) as CalculatorPage).offersUrl).toBe(page);
});

test('every banner is an image of its own size', async () => {
  for (const { id } of bannerDesigns)
    for (const { size, name, width, height } of bannerSizes) {
      const answer = await open(`/embeds/picture/${id}/${pageId}-${name}.png`);
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

test('image URLs of earlier codes keep working', async () => {
  for (const { size, name } of bannerSizes) {
    const before = await open(`/embeds/banner/3/${pageId}-${size}.png`);
    const now = await open(`/embeds/picture/3/${pageId}-${name}.png`);
    expect([size, before.statusCode]).toEqual([size, 200]);
    expect(before.rawPayload.equals(now.rawPayload)).toBe(true);
  }
});

test("a banner is in English unless its URL asks for Spanish, whatever the browser's language", async () => {
  const path = `/embeds/picture/1/${pageId}-slim.png`;
  const [plain, spoken, spanish, odd] = await Promise.all([
    open(path),
    open(path, { 'accept-language': 'es' }),
    open(`${path}?lang=es`),
    open(`${path}?lang[]=es`),
  ]);
  expect(spoken.rawPayload.equals(plain.rawPayload)).toBe(true);
  expect(odd.rawPayload.equals(plain.rawPayload)).toBe(true);
  expect(spanish.statusCode).toBe(200);
  expect(spanish.rawPayload.equals(plain.rawPayload)).toBe(false);
});

test('a banner is cached, redrawn when the page changes, and 404 when unknown', async () => {
  const path = `/embeds/picture/4/${pageId}-card.png`;
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
    `picture/9/${pageId}-card`,
    `picture/1/${pageId}-round`,
    'picture/1/999999-card',
    'picture/1/abc-card',
    `banner/1/${pageId}-300x251`,
  ])
    expect((await open(`/embeds/${other}.png`)).statusCode, other).toBe(404);
});
