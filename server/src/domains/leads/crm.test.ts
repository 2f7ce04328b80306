import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { isSigned } from '../../platform/crypto/secrets.ts';

const secret = 'a-secret-that-both-the-portal-and-the-crm-know';
const previousSecret = 'the-secret-that-the-crm-had-before-this-one';

interface Got {
  path: string | undefined;
  key: string | string[] | undefined;
  signature: string | undefined;
  body: string;
}

const got: Got[] = [];
let status = 200;
let crm: Server;
let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  crm = createServer((request, answer) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { 'idempotency-key': key, 'lintel-signature': signature } = request.headers;
      got.push({ path: request.url, key, signature: String(signature), body });
      // The server may close a kept-alive connection just as the next call reuses it.
      answer.writeHead(status, { connection: 'close' }).end();
    });
  });
  await new Promise<void>((resolve) => crm.listen(0, '127.0.0.1', resolve));
  const { port } = crm.address() as AddressInfo;
  app = await createTestApp({
    env: {
      CRM_URL: `http://127.0.0.1:${port}/api/`,
      CRM_SECRET: secret,
      CRM_SECRET_PREVIOUS: previousSecret,
      CRM_LEAD_URL: 'https://crm.example/leads/{id}/view',
    },
  });
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(async () => {
  await app.close();
  crm.close();
});

const crmOf = async (leadId: number) => (await admin.get(`/manage/leads/${leadId}`)).json().crm;

const tryAgainNow = async (leadId: number): Promise<void> => {
  const statement = `update graphile_worker._private_jobs set run_at = now() where key = 'crm-lead:' || $1`;
  await app.deps.database.pool.query(statement, [leadId]);
  await app.work();
};

test('The CRM gets each lead in a signed call under the lead’s id, retried until accepted', async () => {
  const form = {
    email: 'crm@example.com',
    phone: '7025550188',
    companyName: 'CRM & Sons',
    leadSource: 'Website',
    referralId: 101,
  };
  const { leadId, leadUrl } = (await admin.post('/manage/lead', { ...form, ownerId: 2 })).json();
  expect(leadUrl).toBe(`https://crm.example/leads/${leadId}/view`);
  expect(got).toEqual([]);
  status = 503;
  await app.work();
  expect(await crmOf(leadId)).toEqual({ connected: true, tookAt: null });
  status = 200;
  await vi.waitFor(async () => {
    await tryAgainNow(leadId);
    expect((await crmOf(leadId)).tookAt).toEqual(expect.any(String));
  });
  expect(got).toHaveLength(2);
  for (const { path, key, signature, body } of got) {
    expect([path, key]).toEqual(['/api/leads', `lead-${leadId}`]);
    // While the secret is being replaced, the CRM may check either.
    for (const one of [secret, previousSecret])
      expect(isSigned(one, body, signature, new Date())).toBe(true);
    expect(JSON.parse(body)).toMatchObject({
      id: leadId,
      companyName: 'CRM & Sons',
      source: { id: 1, value: 'Website', linkId: '1001' },
      owner: { name: 'Theo Marsh' },
      program: 'Referral',
      partner: { id: 101 },
    });
  }
});

test('A retried CRM job sends the same idempotency key', async () => {
  const { leadId } = (
    await admin.post('/manage/lead', { email: 'twice@example.com', leadSource: 'Website' })
  ).json();
  const tell = app.composed.jobs.find(({ job }) => job.id === 'leads.tell-crm');
  got.length = 0;
  await tell?.run({ leadId });
  await tell?.run({ leadId });
  expect(got.map(({ key }) => key)).toEqual([`lead-${leadId}`, `lead-${leadId}`]);
});
