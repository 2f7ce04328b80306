import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultBrand, type Brand } from '@lintel/contract/brand';
import { registerInstallable } from './installable.ts';
import { createServer } from '../platform/http/server.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-app-'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'offline.js'), 'look();');
  await writeFile(join(folder, '.vite/worker.js'), "const revision = '__OFFLINE_REVISION__';");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function appOf(change: Partial<Brand> = {}, { iconFile = '', hasWorker = true } = {}) {
  const app = await createServer({ logger: pino({ level: 'silent' }) });
  await registerInstallable(app, {
    folder,
    brand: () => ({ ...defaultBrand, ...change }),
    iconFile: iconFile === '' ? undefined : iconFile,
    hasWorker,
  });
  return app;
}

test('the manifest bears the provider’s name, and its icons are pictures of the sizes that it says', async () => {
  const app = await appOf({ name: 'Granite Home Funding', primaryColor: '#7A2E0E' });
  const answer = await app.inject('/manifest.webmanifest');
  expect(answer.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  });
  const manifest: {
    icons: { src: string; sizes: string }[];
    shortcuts: { name: string; url: string }[];
  } = answer.json();
  expect(manifest).toMatchObject({
    name: 'Granite Home Funding',
    short_name: 'Granite',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  });
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/reports-applications', '/#send']);
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  for (const { src, sizes } of manifest.icons) {
    const { rawPayload } = await app.inject(src);
    const { width, height, format } = await sharp(rawPayload).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
    const { dominant } = await sharp(rawPayload).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  }
  expect((await app.inject('/icons/apple-touch.png')).statusCode).toBe(200);
  expect((await app.inject('/icons/constructor')).statusCode).toBe(404);
  expect((await app.inject('/icons/..%2Foffline.js')).statusCode).toBe(404);
  await app.close();
});

test('a picture of the provider’s own becomes the icons, whatever its shape', async () => {
  const iconFile = join(folder, 'wide.png');
  await sharp({ create: { width: 300, height: 100, channels: 4, background: '#00ff00' } })
    .png()
    .toFile(iconFile);
  const app = await appOf({}, { iconFile });
  const { rawPayload } = await app.inject('/icons/maskable-512.png');
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([512, 512]);
  const colorAt = (x: number, y: number): number[] => [
    ...data.subarray((y * 512 + x) * info.channels, (y * 512 + x) * info.channels + 3),
  ];
  expect(colorAt(256, 256)).toEqual([0, 255, 0]);
  expect(colorAt(2, 2)).toEqual([0x1c, 0x41, 0x8c]);
  await app.close();
});

test('the worker is revalidated each time, may hold the whole portal, and changes with the brand', async () => {
  const bodies: string[] = [];
  for (const name of ['Lintel', 'Granite']) {
    const app = await appOf({ name });
    const answer = await app.inject('/sw.js');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'service-worker-allowed': '/',
    });
    const again = await app.inject({
      url: '/sw.js',
      headers: { 'if-none-match': String(answer.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    bodies.push(answer.body);
    await app.close();
  }
  expect(bodies[0]).not.toContain('__OFFLINE_REVISION__');
  expect(bodies[0]).not.toBe(bodies[1]);
});

test('turned off, the worker takes itself away with all that it has kept', async () => {
  const app = await appOf({}, { hasWorker: false });
  const { body } = await app.inject('/sw.js');
  expect(body).toContain('registration.unregister()');
  expect(body).toContain('caches.delete');
  expect(body).not.toContain('fetch');
  await app.close();
});

test('the page without network says whose it is, and a name cannot become markup', async () => {
  const app = await appOf({ name: '<b>Granite</b>' });
  const { body, headers } = await app.inject('/offline.html');
  expect(body).toContain('&lt;b&gt;Granite&lt;/b&gt;');
  expect(body).not.toContain('<b>');
  expect(headers['content-security-policy']).toContain("worker-src 'self';manifest-src 'self'");
  await app.close();
});
