import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';
import { blackPng } from '../../../test/pictures.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

const wrongType = 'Please upload a file in the PNG, GIF, or JPG format';
const form = {
  pageName: 'summit-solar',
  params: JSON.stringify({ companyName: 'Summit Solar', ccAcceptance: 'No' }),
};
const send = (bytes: Buffer, name = 'logo.png') =>
  pro.send('/contractor/101/page/1001', { ...form, logo: { name, bytes } });
const media = (logoUrl: string) => visitor(app).get(logoUrl.replace('/api/v1', ''));
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1C418C' } });

test('a logo is re-encoded and public [ACC-284]', async () => {
  for (const bytes of [
    await picture(60, 30).jpeg().toBuffer(),
    await picture(60, 30).gif().toBuffer(),
    await picture(2400, 300).png().toBuffer(),
  ]) {
    const answer = await send(bytes);
    expect(answer.statusCode).toBe(200);
    const { logoUrl, flyer } = answer.json().page;
    expect(flyer.logoFileName).toBe('logo.png');
    const stored = await media(logoUrl);
    expect(stored.headers['content-type']).toBe('image/png');
    expect(stored.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { format, width } = await sharp(stored.rawPayload).metadata();
    expect(format).toBe('png');
    expect(width).toBeLessThanOrEqual(1200);
  }
});

test('only the pixels of an upload survive', async () => {
  const secret = 'taken at the home of the customer';
  const photo = await picture(80, 40)
    .withExif({ IFD0: { ImageDescription: secret } })
    .jpeg()
    .toBuffer();
  const hiding = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]);
  expect(hiding.includes(secret)).toBe(true);
  const stored = await media((await send(hiding, 'photo.jpg')).json().page.logoUrl);
  expect(stored.rawPayload.includes(secret)).toBe(false);
  expect(stored.rawPayload.includes('<script>')).toBe(false);
});

test("rejects a file that isn't a complete PNG, GIF, or JPG, whatever its name [ACC-287]", async () => {
  const png = await picture(50, 50).png().toBuffer();
  const jpeg = await picture(400, 400).jpeg().toBuffer();
  const hostile = {
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    webp: await picture(50, 50).webp().toBuffer(),
    truncatedPng: png.subarray(0, png.length - 30),
    truncatedJpeg: jpeg.subarray(0, jpeg.length / 2),
  };
  for (const [kind, bytes] of Object.entries(hostile)) {
    const answer = await send(bytes);
    expect(answer.statusCode, kind).toBe(422);
    expect(answer.json().fields, kind).toEqual({ logo: wrongType });
  }
});

test('rejects a small file that unpacks to 400 million pixels before unpacking it', async () => {
  expect((await send(blackPng(200))).statusCode).toBe(200);
  const bomb = blackPng(20_000);
  expect(bomb.length).toBeLessThan(2048 * 1024);
  const before = process.memoryUsage().rss;
  const answer = await send(bomb);
  expect(answer.json().fields).toEqual({ logo: wrongType });
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

test('accepts a logo of 2048 KB and rejects one byte more [ACC-285]', async () => {
  const png = await picture(50, 50).png().toBuffer();
  const limit = 2048 * 1024;
  const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
  expect((await send(padded(limit))).statusCode).toBe(200);
  for (const bytes of [limit + 1, Math.round(2.1 * 1024 * 1024)]) {
    const answer = await send(padded(bytes));
    expect(answer.statusCode).toBe(422);
    expect(answer.json().fields).toEqual({ logo: 'Uploaded file cannot be more than 2MB' });
  }
});

test('a rejected save leaves no stored file, and an unknown name is not found', async () => {
  const count = async () =>
    (await app.deps.database.pool.query('select count(*)::int as count from files')).rows[0].count;
  const before = await count();
  const logo = { name: 'logo.png', bytes: await picture(50, 50).png().toBuffer() };
  expect(
    (await pro.send('/contractor/101/page/1001', { ...form, pageName: 'harborlight', logo }))
      .statusCode,
  ).toBe(409);
  expect(await count()).toBe(before);
  expect((await visitor(app).get(`/media/logo-${'0'.repeat(40)}.png`)).statusCode).toBe(404);
});
