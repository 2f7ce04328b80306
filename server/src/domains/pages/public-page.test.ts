import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, visitor, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const open = (path: string, headers: Record<string, string> = {}) =>
  visitor(app).get(path, { headers });

test('a page is found by name and carries its source', async () => {
  const page = await open('/p/oak-and-iron?source=flyer');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('Oak & Iron');
  expect(page.body).toContain('<p>flyer</p>');
  for (const unknown of ['?source=<script>', '?source=nowhere', '?source[]=flyer', ''])
    expect((await open(`/p/oak-and-iron${unknown}`)).body).toContain('<p>page</p>');
});

test('caches may keep a page and revalidate it', async () => {
  const page = await open('/p/oak-and-iron');
  const etag = String(page.headers['etag']);
  expect(etag).toMatch(/^"[\w-]{20,}"$/);
  expect(page.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=300');
  expect(page.cookies).toEqual([]);
  for (const tags of [etag, `W/${etag}`, `"older", ${etag}`]) {
    const again = await open('/p/oak-and-iron', { 'if-none-match': tags });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  }
  expect((await open('/p/oak-and-iron', { 'if-none-match': '"older"' })).statusCode).toBe(200);
});

test('HEAD responds like GET, without the body', async () => {
  const [head, get] = await Promise.all([
    app.app.inject({ method: 'HEAD', url: '/p/oak-and-iron' }),
    app.app.inject({ method: 'GET', url: '/p/oak-and-iron' }),
  ]);
  expect(head.statusCode).toBe(200);
  expect(head.body).toBe('');
  expect(head.headers['etag']).toBe(get.headers['etag']);
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
});

test('a name in another notation redirects to the canonical one and keeps its source', async () => {
  for (const name of ['Oak-And-Iron', 'oak%20and%20iron', '-oak--and-iron-']) {
    const answer = await open(`/p/${name}?source=flyer`);
    expect(answer.statusCode).toBe(301);
    expect(answer.headers['location']).toBe('/p/oak-and-iron?source=flyer');
  }
});

test("an unknown name has its own error page that caches don't keep", async () => {
  for (const name of ['nobody', 'No-Body', 'x'.repeat(250), '%00', '%c3%bcber', "'%3bdrop"]) {
    const answer = await open(`/p/${name}`);
    expect(answer.statusCode, name).toBe(404);
    expect(answer.headers['content-type'], name).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control'], name).toBe('no-store');
    expect(answer.body, name).toContain('Not found');
  }
});

test('a closed page shows who to call and is not cached', async () => {
  const turn = (on: boolean) =>
    app.deps.database.pool.query(
      "update co_branded_pages set is_active = $1 where page_name = 'summit-windows'",
      [on],
    );
  await turn(false);
  for (const path of ['/p/summit-windows?source=flyer&lang=es', '/p/Summit%20Windows']) {
    const closed = await open(path);
    expect(closed.statusCode).toBe(410);
    expect(closed.headers['cache-control']).toBe('no-store');
    expect(closed.body).toContain('<p>Summit Windows & Doors 3035550110</p>');
  }
  expect((await open('/p/summit-windows?lang=es')).headers['content-language']).toBe('es-US');
  await turn(true);
  expect((await open('/p/summit-windows')).statusCode).toBe(200);
});

test('a closed page of a contractor whose owner was deactivated is not found and reveals nothing', async () => {
  const { pool } = app.deps.database;
  const turn = async (on: boolean) => {
    await pool.query(
      "update co_branded_pages set is_active = $1 where page_name = 'summit-windows'",
      [on],
    );
    await pool.query("update users set is_active = $1 where email = 'pro@demo.test'", [on]);
  };
  await turn(false);
  const answer = await open('/p/summit-windows');
  await turn(true);
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain('Not found');
  expect(answer.body).not.toContain('Summit');
});

test('a page loads only its own resources and can be framed only by the portal', async () => {
  const { headers } = await open('/p/oak-and-iron');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
    ]),
  );
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
});

test("the page's scripts are cached forever, and nothing above their folder is served", async () => {
  const folder = join(app.deps.appFolder, 'homeowner/dist/client/assets');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'entry-abc123.js'), 'export {};');
  await writeFile(join(folder, '../../secret.txt'), 'secret');
  const script = await app.app.inject({ url: '/homeowner/assets/entry-abc123.js' });
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const url of [
    '/homeowner/../secret.txt',
    '/homeowner/%2e%2e/secret.txt',
    '/homeowner/assets/..%2f..%2fsecret.txt',
  ])
    expect((await app.app.inject({ url })).body).not.toContain('secret');
});

test("a page's language comes from its URL, the visitor's choice, or the browser", async () => {
  const languageIn = async (path: string, headers: Record<string, string> = {}) => {
    const { headers: said } = await open(path, headers);
    expect(said['vary']).toContain('Accept-Language');
    return said['content-language'];
  };
  const page = '/p/oak-and-iron';
  expect(await languageIn(page)).toBe('en-US');
  expect(await languageIn(page, { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' })).toBe('es-US');
  expect(await languageIn(page, { 'accept-language': 'fr, es;q=0.2, en;q=0.8' })).toBe('en-US');
  expect(await languageIn(page, { 'accept-language': ';;q=,*'.repeat(2000) })).toBe('en-US');
  const spanish = { 'accept-language': 'es' };
  expect(await languageIn(page, { ...spanish, cookie: 'lang=en' })).toBe('en-US');
  expect(await languageIn(`${page}?lang=es`, { cookie: 'lang=en' })).toBe('es-US');
  expect(await languageIn(`${page}?lang=fr`, { ...spanish, cookie: 'lang=xx' })).toBe('es-US');
  expect(await languageIn(`${page}?lang[]=es`)).toBe('en-US');
  expect(await languageIn('/p/nobody', spanish)).toBe('es-US');
});

test('the language in the URL is remembered, in a response that is not cached', async () => {
  const page = await open('/p/oak-and-iron?lang=es');
  expect(page.headers['cache-control']).toBe('private, no-cache');
  expect(page.cookies).toMatchObject([
    { name: 'lang', value: 'es', path: '/', httpOnly: true, sameSite: 'Lax' },
  ]);
  const again = await open('/p/oak-and-iron?lang=es', { cookie: 'lang=es' });
  expect(again.cookies).toEqual([]);
  expect(again.headers['cache-control']).toContain('public');
});
