import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { runChecks, signatureOfProbe } from '@lintel/contract/lenders/conformance/check';
import { eventChecks } from '@lintel/contract/lenders/conformance/event-checks';
import { lenderChecks } from '@lintel/contract/lenders/conformance/lender-checks';
import type { ConformanceRun } from '@lintel/contract/lenders/conformance/run';
import { applicationMessage } from '@lintel/contract/lenders/messages';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { openLenders } from '../../../../test/lenders.ts';
import { isSigned, sign } from '../../../platform/crypto/secrets.ts';

let app: TestApp;
let lenders: Awaited<ReturnType<typeof openLenders>>;
let url: string;
/** The secret that the lender checks; undefined answers every call with a success. */
let secret: string | undefined;
const got: { path: string; body: string }[] = [];

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    got.push({ path: request.url ?? '', body });
    const header = request.headers['lintel-document'];
    const text = typeof header === 'string' ? header : body;
    const signature = request.headers['lintel-signature'];
    const isTrusted =
      secret === undefined ||
      (typeof signature === 'string' && isSigned(secret, text, signature, new Date()));
    response.writeHead(isTrusted ? 200 : 401).end(isTrusted ? '{"ok":true}' : '');
  });
});

beforeAll(async () => {
  app = await createTestApp();
  lenders = await openLenders(app);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an object as its address
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  lenders.close();
  await app.close();
});
beforeEach(async () => {
  got.length = 0;
  secret = undefined;
  await lenders.reset();
});

const path = (id: number): string => `/manage/lenders/${id}/conformance`;
const read = async (id: number): Promise<ConformanceRun | null> =>
  (await (await signedInAs(app, 'admin@demo.test')).get(path(id))).json().run;
const start = async (id: number, as = 'admin@demo.test') =>
  (await signedInAs(app, as)).post(path(id));

test('staff check a lender, and see each result, who started it, and when', async () => {
  const lender = await lenders.lender({ url });
  ({ secret } = lender);
  expect(await read(lender.id)).toBeNull();
  const before = await lenders.sql('select count(*) from applications');
  const startedAt = app.clock.now().toISOString();
  expect((await start(lender.id)).statusCode).toBe(200);
  expect(await read(lender.id)).toMatchObject({ startedAt, finishedAt: null, results: [] });
  // A second run waits for the end of the first.
  expect((await start(lender.id)).statusCode).toBe(409);
  await app.work();
  const run = await read(lender.id);
  expect(run).toMatchObject({ finishedAt: expect.any(String), isInterrupted: false });
  expect(run?.by).not.toBe('');
  expect(run?.total).toBe(lenderChecks.length);
  expect(run?.results.map(({ id }) => id)).toEqual(lenderChecks.map(({ id }) => id));
  // The lender doesn't compare hashes.
  expect(run?.results.filter(({ outcome }) => outcome !== 'passed')).toMatchObject([
    { id: 'document-changed', outcome: 'failed', fix: expect.stringContaining('SHA-256') },
  ]);
  expect(run?.results[0]?.exchanges).toMatchObject([{ path: '/test', status: 200 }]);
  for (const { path: called, body } of got)
    expect(called === '/documents' || body.includes('"test":true'), called).toBe(true);
  // Nothing is stored about applications, and the lender's health is unchanged.
  expect(await lenders.sql('select count(*) from applications')).toEqual(before);
  expect(
    await lenders.sql('select id from lender_calls where lender_id = $1', [lender.id]),
  ).toEqual([]);
  expect((await start(lender.id)).statusCode).toBe(200);
  await app.work();
});

test('a lender without a signature check fails, with what was sent and what to do', async () => {
  const { id } = await lenders.lender({ url });
  await start(id);
  await app.work();
  const failed = (await read(id))?.results.filter(({ outcome }) => outcome === 'failed');
  expect(failed?.map((result) => result.id)).toEqual([
    'document-changed',
    'wrong-signature',
    'missing-signature',
    'changed-body',
    'document-signature',
    'old-signature',
  ]);
  const [, wrong] = failed ?? [];
  expect(wrong).toMatchObject({
    reason: expect.stringContaining('400, 401, or 403 was expected, but the answer was 200'),
    exchanges: [{ signature: 'wrong', sent: expect.stringContaining('"reference":"test-') }],
  });
  const [lender] = await lenders.sql('select failing_since from lenders where id = $1', [id]);
  expect(lender.failing_since).toBeNull();
});

test('only staff who change lenders start checks, of webhook lenders with a secret', async () => {
  const { id } = await lenders.lender({ url });
  expect((await start(id, 'support@demo.test')).statusCode).toBe(403);
  expect((await start(id, 'pro@demo.test')).statusCode).toBe(403);
  expect((await start(99_999)).statusCode).toBe(404);
  const admin = await signedInAs(app, 'admin@demo.test');
  const add = async (form: object) => (await admin.post('/manage/lenders', form)).json().lender.id;
  expect((await start(await add({ name: 'Sandbox', connection: 'sandbox' }))).statusCode).toBe(409);
  expect((await start(await add({ name: 'New', connection: 'webhook', url }))).statusCode).toBe(
    409,
  );
});

test('an interrupted run can be started again', async () => {
  const { id } = await lenders.lender({ url });
  await start(id);
  app.clock.pass(601);
  expect(await read(id)).toMatchObject({ finishedAt: null, isInterrupted: true });
  expect((await start(id)).statusCode).toBe(200);
  await app.work();
  expect(await read(id)).toMatchObject({ finishedAt: expect.any(String), isInterrupted: false });
});

test('our address for events passes every check with a test application', async () => {
  const lender = await lenders.lender();
  const { reference } = await lenders.apply();
  const results = await runChecks(eventChecks, {
    facts: { run: 'abcdef123456', now: app.clock.now(), application: reference },
    send: async (probe) => {
      const signature = signatureOfProbe(probe, lender.secret, app.clock.now(), sign);
      const answer = await visitor(app).call('POST', `/integrations/lenders/${lender.id}/events`, {
        payload: probe.body,
        headers: { ...probe.headers, ...(signature && { 'lintel-signature': signature }) },
      });
      return { status: answer.statusCode, milliseconds: 0, problem: '', body: answer.body };
    },
    onResult: () => {},
  });
  expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
});

test('an application is sent exactly as the protocol’s documents describe it', async () => {
  const lender = await lenders.lender();
  await lenders.apply({ monthlyBudget: 250 });
  const [sent] = lender.got();
  expect(applicationMessage.parse(sent)).toEqual(sent);
});

test.each(['openapi.json', 'lender-openapi.json', 'asyncapi.json'])(
  'serves %s to everyone',
  async (name) => {
    const answer = await visitor(app).get(`/integrations/lenders/${name}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('application/json');
    const config = await createConfig({
      extends: ['recommended'],
      // The address depends on the deployment, and the product has no public license.
      rules: { 'no-server-example.com': 'off', 'info-license': 'off' },
    });
    const problems = await lintFromString({ source: answer.body, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  },
);
