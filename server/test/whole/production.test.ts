import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get as httpGet, IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { freePort, mainFile, startBuilt, type BuiltServer } from '../built-server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { overTcp } from '../tcp-database.ts';

let folder: string;
const databases: TestDatabase[] = [];
const networks: { close(): void }[] = [];
const running: BuiltServer[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-production-'));
});
afterAll(async () => {
  for (const server of running) await server.stop();
  for (const network of networks) network.close();
  await Promise.all(databases.map((database) => database.close()));
  await rm(folder, { recursive: true, force: true });
}, 240_000);

async function databaseOf(template: 'template' | 'demoTemplate'): Promise<string> {
  const database = await createTestDatabase(inject(template));
  const network = await overTcp(database.connectionString);
  databases.push(database);
  networks.push(network);
  return network.url;
}

/** The minimum production settings, with sandboxes for payments and lenders. */
const production = () => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://localhost',
  BRAND_NAME: 'HomeFund',
  BRAND_SUPPORT_EMAIL: 'help@homefund.example',
  BRAND_PHONE: '(303) 555-0110',
  MAIL_FROM: 'HomeFund <mail@homefund.example>',
  ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  SMTP_URL: 'smtp://127.0.0.1:9',
  PAYMENTS: 'sandbox',
  LENDER_NETWORK: 'sandbox',
  NACHA_BANK: 'sandbox',
  DEMO: '',
  DATA_DIR: folder,
  CHROMIUM_PATH: process.execPath,
  // Tolerates a busy machine.
  SLOW_STATEMENT_MS: '0',
});

/** The error and exit code of a rejected start. */
async function refused(settings: Record<string, string>): Promise<{ code: number; said: string }> {
  const env = { ...process.env, ...production(), ...settings };
  const server = spawn(process.execPath, [mainFile], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = await once(server, 'exit');
  return { code: code as number, said: said.trim() };
}

test('production with invalid settings exits with one line', async () => {
  const { code, said } = await refused({ PUBLIC_URL: '', DEMO: '1' });
  expect(code).toBe(1);
  expect(said.split('\n')).toHaveLength(1);
  expect(said).toContain('Invalid setting: DEMO=1 is not allowed in production');
  expect(said).toContain('; PUBLIC_URL is required in production');
}, 120_000);

test.each([
  [{ DEMO: '1' }, 'DEMO=1 is not allowed in production'],
  [{ SMS_PROVIDER: 'sandbox' }, "SMS_PROVIDER=sandbox doesn't send texts"],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be the number of proxies'],
])('production rejects %j', (settings, told) => {
  expect(() => readConfig({ ...production(), ...settings })).toThrow(`Invalid setting: ${told}`);
});

test('a new production database starts closed with infrastructure alone, and opens when the environment has all values', async () => {
  const url = await databaseOf('template');
  const without = { BRAND_NAME: '', MAIL_FROM: '', SMTP_URL: '', PAYMENTS: '', NACHA_BANK: '' };
  const settings = { DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('hex') };
  const signUp = async (port: number): Promise<string> => {
    const plans = await fetch(`http://127.0.0.1:${port}/api/v1/sign-up/plans`);
    return `${plans.status} ${(await plans.json()).error ?? ''}`;
  };
  expect(await signUp(await start({ ...settings, ...without }))).toBe('409 not_open');
  await running.pop()?.stop();
  expect(await signUp(await start(settings))).toBe('200 ');
}, 240_000);

test('production rejects a database with demo accounts', async () => {
  const { code, said } = await refused({
    DATABASE_URL: await databaseOf('demoTemplate'),
    PORT: '0',
  });
  expect([code, said]).toEqual([
    1,
    'This database has demo accounts with a public password: use a separate database in production',
  ]);
}, 120_000);

async function start(settings: Record<string, string>): Promise<number> {
  const port = await freePort();
  const PUBLIC_URL = `${settings['NODE_ENV'] === 'test' ? 'http' : 'https'}://localhost:${port}`;
  const own = { PORT: String(port), PUBLIC_URL, LOG_LEVEL: 'warn' };
  running.push(await startBuilt({ ...production(), ...own, ...settings }, /is ready at/));
  return port;
}

/** A response without decoding. */
async function readPlainly(port: number, path: string, encoding: string) {
  const asked = httpGet({ port, path, headers: { 'accept-encoding': encoding } });
  const [answer] = await once(asked, 'response');
  if (!(answer instanceof IncomingMessage)) throw new Error('No answer');
  return { headers: answer.headers, body: await buffer(answer) };
}

test('files with content hashes in their names are cached for a year, on the portal, the public page, and in embeds', async () => {
  const port = await start({ DATABASE_URL: await databaseOf('template') });
  const get = async (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`);
  const page = await (await get('/login')).text();
  const ofPortal = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  const client = join(import.meta.dirname, '../../../homeowner/dist/client/es/assets');
  const ofHomeowners = readdirSync(client)
    .filter((name) => !/\.(br|gz)$/.test(name))
    .map((name) => `/homeowner/es/assets/${name}`);
  const script = join(import.meta.dirname, '../../../embeds/dist/scripts/calculator.js');
  const { etag } = Object.fromEntries((await get('/embeds/calculator.js')).headers);
  const ofEmbeds = [`/embeds/calculator.js?v=${etag?.slice(1, 11)}`];
  expect([existsSync(script), ofPortal.length > 2, ofHomeowners.length > 1]).toEqual([
    true,
    true,
    true,
  ]);
  for (const path of [...ofPortal, ...ofHomeowners, ...ofEmbeds]) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
  // Compressed at build time, so that no request waits for it.
  const scripts = [...ofPortal, ...ofHomeowners].filter((path) => path.endsWith('.js'));
  for (const path of scripts) {
    const plain = await readPlainly(port, path, 'identity');
    if (plain.body.length < 1024) continue;
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, body } = await readPlainly(port, path, encoding);
      expect([path, headers['content-encoding'], headers.vary]).toEqual([
        path,
        encoding,
        expect.stringMatching(/accept-encoding/i),
      ]);
      expect(Number(headers['content-length'])).toBe(body.length);
      expect(unpack(body).equals(plain.body)).toBe(true);
    }
  }
  for (const path of ['/', '/login'])
    expect((await get(path)).headers.get('cache-control')).toBe('no-cache');
  expect((await get('/embeds/calculator.js')).headers.get('cache-control')).toContain(
    'max-age=3600',
  );
}, 120_000);

test('a client that disconnects during a response or an upload causes no error in the log', async () => {
  const port = await start({ DATABASE_URL: await databaseOf('template') });
  const log = running.at(-1);
  // A response that is long enough to be compressed and still in progress.
  const reading = connect(port, '127.0.0.1');
  reading.write(
    'GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\n\r\n',
  );
  await once(reading, 'data');
  reading.resetAndDestroy();
  const sending = connect(port, '127.0.0.1');
  const begin = '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nann@exa';
  sending.write(
    `POST /api/v1/restore HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\ncontent-length: 5000\r\ncontent-type: multipart/form-data; boundary=x\r\n\r\n${begin}`,
  );
  const typing = connect(port, '127.0.0.1');
  typing.write(
    'POST /api/v1/authentication HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\ncontent-length: 5000\r\ncontent-type: application/json\r\n\r\n{"user',
  );
  // Both bodies are being read once a later request on another connection has a response.
  for (let count = 0; count < 3; count += 1) await fetch(`http://127.0.0.1:${port}/healthz`);
  for (const socket of [sending, typing]) socket.resetAndDestroy();
  for (let count = 0; count < 3; count += 1) await fetch(`http://127.0.0.1:${port}/readyz`);
  await log?.stop();
  const told = log?.said().split('\n') ?? [];
  // There is no browser for rendering here, which is logged as well.
  expect(
    told.filter((line) => /"level":(40|50|60)/.test(line) && !line.includes('browser')),
  ).toEqual([]);
}, 120_000);

/** The outbox for a browser with these headers: `fetch` doesn't allow setting the host. */
async function outbox(
  port: number,
  headers: Record<string, string>,
): Promise<{ status: number; isOutbox: boolean }> {
  const asked = request({ host: '127.0.0.1', port, path: '/outbox', headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let body = '';
  for await (const part of answer) body += String(part);
  return { status: answer.statusCode ?? 0, isOutbox: body.includes('Messages that were not sent') };
}

test('production has no demo accounts and no outbox', async () => {
  const port = await start({ DATABASE_URL: await databaseOf('template') });
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/authentication`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin@demo.test', password: 'Demo-pass1' }),
  });
  expect(answer.status).toBe(401);
  expect((await outbox(port, { host: 'localhost' })).isOutbox).toBe(false);
  expect((await databases.at(-1)?.pool.query('select 1 from users'))?.rows).toEqual([]);
}, 120_000);

test('outside production, the outbox is for browsers on this machine, not for requests through a proxy on it', async () => {
  const port = await start({
    DATABASE_URL: await databaseOf('template'),
    NODE_ENV: 'test',
    SMTP_URL: '',
    DEMO: '0',
  });
  expect(await outbox(port, { host: `localhost:${port}` })).toEqual({
    status: 200,
    isOutbox: true,
  });
  for (const headers of [
    { host: 'portal.example.com' },
    { host: `localhost:${port}`, 'x-forwarded-for': '203.0.113.7' },
    { host: `localhost:${port}`, forwarded: 'for=127.0.0.1' },
    { host: `localhost:${port}`, via: '1.1 caddy' },
  ])
    expect(await outbox(port, headers)).toEqual({ status: 404, isOutbox: false });
}, 120_000);
