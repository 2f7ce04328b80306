import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LenderCertificate } from '@lintel/contract/lenders/tls';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import { warnOfExpiry } from './tls.ts';
import { newAuthority, type Authority, type Issued } from '../../../../test/certificates.ts';

let app: TestApp;
let admin: Awaited<ReturnType<typeof signedInAs>>;
let clients: Authority;
let servers: Authority;
let server: Server;
let url: string;
/** The subjects of the client certificates that called. */
const callers: string[] = [];
let client: Issued;
let nextClient: Issued;
let expiring: Issued;
let expired: Issued;

beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  [clients, servers] = [await newAuthority('Client CA'), await newAuthority('Lender CA')];
  const own = await servers.issue('lender', { dns: 'localhost' });
  [client, nextClient, expiring, expired] = [
    await clients.issue('portal-1'),
    await clients.issue('portal-2'),
    await clients.issue('portal-3', { days: 20 }),
    await clients.issue('portal-4', { days: -1 }),
  ];
  server = createServer(
    {
      cert: own.certificate,
      key: own.key,
      ca: clients.certificate,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => {
      const { socket } = request;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TLS server has TLS sockets
      callers.push(String((socket as TLSSocket).getPeerCertificate().subject.CN));
      request.resume().on('end', () => response.writeHead(204).end());
    },
  );
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an object as its address
  url = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await app.close();
});

let named = 0;
async function newLender(): Promise<number> {
  named += 1;
  // The clock of earlier tests ended the session.
  admin = await signedInAs(app, 'admin@demo.test');
  const form = { name: `TLS ${named}`, connection: 'webhook', url };
  const { id } = (await admin.post('/manage/lenders', form)).json().lender;
  await admin.post(`/manage/lenders/${id}/secrets`, { overlapHours: 0 });
  return id;
}
const trust = (id: number, authorities = servers.certificate) =>
  admin.post(`/manage/lenders/${id}/authorities`, { authorities });
const add = (id: number, { certificate, key }: Issued, overlapHours = 0) =>
  admin.post(`/manage/lenders/${id}/certificates`, { certificate, key, overlapHours });
const call = async (id: number): Promise<{ ok: boolean; problem: string }> =>
  (await admin.post(`/manage/lenders/${id}/test`)).json();
const read = async (
  id: number,
): Promise<{ certificates: LenderCertificate[]; authorities: { subject: string }[] }> =>
  (await admin.get(`/manage/lenders/${id}/tls`)).json();

test('a lender that requires a client certificate is reached once it is added', async () => {
  const id = await newLender();
  expect((await call(id)).problem).toContain('certificate');
  expect((await trust(id)).statusCode).toBe(200);
  // The lender's certificate is trusted now; ours is missing.
  expect((await call(id)).ok).toBe(false);
  expect((await add(id, client)).statusCode).toBe(200);
  callers.length = 0;
  expect(await call(id)).toMatchObject({ ok: true, problem: '' });
  expect(callers).toEqual(['portal-1']);
  expect((await trust(id, '')).statusCode).toBe(200);
  expect((await call(id)).ok).toBe(false);
});

test('the current certificate is used until the overlap ends', async () => {
  const id = await newLender();
  await trust(id);
  await add(id, client, 24);
  await add(id, nextClient, 24);
  expect((await read(id)).certificates).toMatchObject([
    { subject: 'CN=portal-2', state: 'next' },
    { subject: 'CN=portal-1', state: 'current' },
  ]);
  callers.length = 0;
  await call(id);
  app.clock.pass(24 * 3600 + 1);
  admin = await signedInAs(app, 'admin@demo.test');
  await call(id);
  expect(callers).toEqual(['portal-1', 'portal-2']);
  const { certificates } = await read(id);
  expect(certificates.map(({ state }) => state)).toEqual(['current', 'former']);
  const [current] = certificates;
  const remove = `/manage/lenders/${id}/certificates/${current?.id}`;
  expect((await admin.call('DELETE', remove)).statusCode).toBe(200);
  expect((await admin.call('DELETE', remove)).statusCode).toBe(404);
  await call(id);
  expect(callers.at(-1)).toBe('portal-1');
});

test('the key is stored sealed, never shown, and changes are recorded', async () => {
  const id = await newLender();
  await add(id, client);
  const shown = JSON.stringify([await read(id), (await admin.get(`/manage/lenders/${id}`)).json()]);
  expect(shown).not.toContain('PRIVATE KEY');
  const { rows } = await app.deps.database.pool.query(
    `select sealed_key as text from lender_certificates
     union all select details::text from audit_log where entity = 'lender' and entity_id = $1`,
    [String(id)],
  );
  for (const { text } of rows) expect(String(text)).not.toContain('PRIVATE KEY');
  const actions = await app.deps.database.pool.query(
    `select action from audit_log where entity = 'lender' and entity_id = $1 order by id desc limit 1`,
    [String(id)],
  );
  expect(actions.rows).toEqual([{ action: 'lender.certificate-added' }]);
});

test('a lender shows when its newest certificate expires', async () => {
  const id = await newLender();
  const expiry = async (): Promise<string | null> =>
    (await admin.get(`/manage/lenders/${id}`)).json().certificateExpiresAt;
  expect(await expiry()).toBeNull();
  await add(id, expiring);
  const days = (Date.parse((await expiry()) ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(20);
});

test('staff get one e-mail before the newest certificate expires', async () => {
  const id = await newLender();
  await add(id, client);
  const mails = async (): Promise<number> =>
    (
      await app.deps.database.pool.query(
        `select count(*)::int as count from messages
         where event = 'lender-certificate' and key like $1`,
        [`lender-certificate:${id}:%`],
      )
    ).rows[0].count;
  await warnOfExpiry(app.context);
  expect(await mails()).toBe(0);
  await add(id, expiring);
  await warnOfExpiry(app.context);
  const sent = await mails();
  expect(sent).toBeGreaterThan(0);
  await warnOfExpiry(app.context);
  expect(await mails()).toBe(sent);
});

describe('rejects', () => {
  test.each([
    ['a text that isn’t PEM', () => ({ ...client, certificate: 'certificate' }), 'certificate'],
    [
      'a damaged certificate',
      () => ({
        ...client,
        certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      }),
      'certificate',
    ],
    ['a key of another certificate', () => ({ ...client, key: nextClient.key }), 'key'],
    ['a certificate as the key', () => ({ ...client, key: client.certificate }), 'key'],
    [
      'an encrypted key',
      () => ({ ...client, key: client.key.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE') }),
      'key',
    ],
    ['an expired certificate', () => expired, 'certificate'],
    [
      'a key next to the certificate',
      () => ({ ...client, certificate: client.certificate + client.key }),
      'certificate',
    ],
  ] as const)('%s, and names the field', async (_name, made, field) => {
    const answer = await add(await newLender(), made());
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });

  test('authorities that aren’t certificates', async () => {
    const answer = await trust(await newLender(), 'authority');
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().fields)).toEqual(['authorities']);
  });

  test('staff without the privilege', async () => {
    const id = await newLender();
    const support = await signedInAs(app, 'support@demo.test');
    const body = { ...client, overlapHours: 0 };
    expect((await support.post(`/manage/lenders/${id}/certificates`, body)).statusCode).toBe(403);
    expect((await support.get(`/manage/lenders/${id}/tls`)).statusCode).toBe(403);
  });
});
