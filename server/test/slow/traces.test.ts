import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addressOf, freePort, startBuilt, type BuiltServer } from '../built-server.ts';
import { consentsIn } from '../consents.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { startCollector, type Collector } from '../otlp.ts';
import { startSmtp, type TestSmtp } from '../smtp.ts';
import { overTcp } from '../tcp-database.ts';

const person = {
  firstName: 'Wilhelmina',
  lastName: 'Oakenfold',
  email: 'wilhelmina.oakenfold@example.com',
  phone: '(512) 555-0143',
  city: 'Pflugerville',
  state: 'TX',
  creditBand: 'good',
  requestedAmount: '$12,543.00',
  project: 'Painting',
};

let folder: string;
let database: TestDatabase;
let network: Awaited<ReturnType<typeof overTcp>>;
let smtp: TestSmtp;
let collector: Collector;
let lenders: Server;
const asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-traces-'));
  database = await createTestDatabase(inject('demoTemplate'));
  network = await overTcp(database.connectionString);
  [smtp, collector] = await Promise.all([startSmtp(), startCollector()]);
  lenders = createServer((request, response) => {
    asked.push(String(request.headers['traceparent']));
    request.resume().on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await once(lenders, 'listening');
}, 240_000);
afterAll(async () => {
  lenders.close();
  await Promise.all([smtp.close(), collector.close()]);
  network.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(settings: Record<string, string>): Promise<BuiltServer> {
  const address = lenders.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const own = {
    DATABASE_URL: network.url,
    ENCRYPTION_KEY: (await readFile(join(inject('demoFolder'), 'encryption.key'), 'utf8')).trim(),
    DATA_DIR: folder,
    SMTP_URL: smtp.url,
    LENDER_NETWORK: 'webhook',
    LENDER_URL: `http://127.0.0.1:${port}/secret-of-the-address`,
    LENDER_WEBHOOK_SECRET: 'a-secret-that-both-sides-of-the-webhook-know',
    CHROMIUM_PATH: process.execPath,
    NODE_ENV: 'test',
    PORT: '0',
    DEMO: '0',
  };
  return startBuilt({ ...own, ...settings }, /is ready at/);
}

/** A homeowner applies; returns the application's secret and the response to the submission. */
async function apply(base: string): Promise<{ token: string; answer: Response }> {
  const page = await fetch(`${base}/p/summit-roofing?ref=wilhelmina`);
  const consents = consentsIn(await page.text());
  const call = (path: string, body: object): Promise<Response> =>
    fetch(`${base}/api/v1/homeowner/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
      },
    });
  const started = await call('pages/summit-roofing/applications', { draft: {} });
  const { token } = (await started.json()) as { token: string };
  const answer = await call(`applications/${token}/submit`, { ...person, consents });
  return { token, answer };
}

const traceIn = (answer: Response): string | undefined =>
  /^traceparent;desc="00-([0-9a-f]{32})-/.exec(answer.headers.get('server-timing') ?? '')?.[1];

test("a homeowner's submission is one trace from the request through SQL and job to the lenders, without personal data", async () => {
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20for-the-collector',
    LOG_LEVEL: 'info',
  });
  const { token, answer } = await apply(addressOf(server));
  expect(answer.status).toBe(200);
  const trace = traceIn(answer);
  while (asked.length === 0 || smtp.received.length === 0) await sleep(20);
  // The exporter's queue is flushed before the process ends.
  expect(await server.stop()).toBe(0);

  const spans = collector.spans.filter(({ traceId }) => traceId === trace);
  const named = (name: string) => spans.filter((span) => span.name === name);
  const byId = new Map(spans.map((span) => [span.id, span]));
  const above = (id: string): string[] => {
    const span = byId.get(id);
    return span ? [span.name, ...above(span.parentId)] : [];
  };
  const request = 'POST /api/v1/homeowner/applications/:token/submit';
  const [submission] = named(request);
  expect(submission?.parentId).toBe('');
  expect(submission?.links).toEqual(['ab'.repeat(16)]);
  expect(submission?.facts).toMatchObject({ 'http.response.status_code': '200' });
  const [call] = named('POST lenders');
  expect(call && above(call.id)).toEqual(['POST lenders', 'applications.ask-lenders', request]);
  expect(call?.facts).toMatchObject({ 'http.response.status_code': '200' });
  const [mail] = named('send mail');
  expect(mail && above(mail.id)).toContain(request);
  const updates = named('update').filter(({ parentId }) => parentId === submission?.id);
  expect(updates.map(({ facts }) => facts['db.query.text']).join()).toContain(
    'update "applications" set',
  );
  expect(spans.every(({ id, parentId }) => id === submission?.id || byId.has(parentId))).toBe(true);
  expect(server.said()).toContain(`"trace":"${trace}"`);

  // The collector and the lenders get nothing else.
  const told = collector.bytes();
  for (const secret of [token, ...Object.values(person), 'secret-of-the-address', 'ref=wilhelmina'])
    if (secret.length > 4 && secret !== 'Painting') expect(told).not.toContain(secret);
  expect(asked).toEqual(['undefined']);
  expect([...collector.authorizations]).toEqual(['Bearer for-the-collector']);
}, 240_000);

test('a collector that is down is logged once, and the product keeps working', async () => {
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    LOG_LEVEL: 'info',
  });
  const { answer } = await apply(addressOf(server));
  expect(answer.status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(server.said().match(/telemetry could not be sent/g)?.length ?? 0).toBeLessThan(2);
  expect(server.said()).not.toContain('unhandled');
}, 240_000);

test('without a collector nothing is traced, and no response mentions a trace', async () => {
  const server = await start({ LOG_LEVEL: 'info' });
  const { answer } = await apply(addressOf(server));
  expect(answer.headers.has('server-timing')).toBe(false);
  expect(await server.stop()).toBe(0);
  expect(server.said()).not.toContain('"trace"');
}, 240_000);
