import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Checklist, ChecklistStep } from '@lintel/contract/setup/checklist';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';
import { startSmtp, type TestSmtp } from '../../../test/smtp.ts';

let app: TestApp;
let admin: TestClient;
let smtp: TestSmtp;
/** What answers at PUBLIC_URL. */
let site: Server;
let installation = '';
beforeAll(async () => {
  smtp = await startSmtp();
  site = createServer((request, answer) => {
    if (request.url === '/api/v1/installation') answer.end(JSON.stringify({ id: installation }));
    else answer.writeHead(404).end();
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  app = await createTestApp({
    env: {
      PUBLIC_URL: `http://localhost:${port}`,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'HomeFund <mail@homefund.example>',
    },
  });
  admin = await signedInAs(app, 'admin@demo.test');
}, 120_000);
afterAll(async () => {
  await app.close();
  await smtp.close();
  site.close();
});

const read = async (): Promise<Checklist> => (await admin.get('/manage/setup')).json();
const stepIn = ({ steps }: Checklist, name: string): ChecklistStep | undefined =>
  steps.find(({ step }) => step === name);
async function check(name: string, body: object = {}): Promise<ChecklistStep | undefined> {
  const answer = await admin.post(`/manage/setup/steps/${name}/check`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return stepIn(answer.json().checklist, name);
}

test('the domain check passes only when this installation answers at its address', async () => {
  installation = 'another';
  expect(await check('domain')).toMatchObject({
    state: 'attention',
    check: { ok: false, message: expect.stringMatching(/^Something else answers at /) },
  });
  installation = (await visitor(app).get('/installation')).json().id;
  expect(await check('domain')).toMatchObject({ state: 'done', problems: [], check: { ok: true } });
});

test('the e-mail check sends a test message to the signed-in administrator, and a change makes it outdated', async () => {
  expect(await check('email')).toMatchObject({ check: { ok: true } });
  const [mail] = smtp.received;
  expect(mail?.recipients).toEqual(['admin@demo.test']);
  smtp.refusal = { code: 554, text: 'Not from you' };
  expect(await check('email')).toMatchObject({
    state: 'attention',
    check: { ok: false, message: expect.stringContaining('Not from you') },
  });
  smtp.refusal = null;
  await check('email');
  app.clock.pass(60);
  const { groups } = (await admin.get('/manage/setup/settings')).json();
  const { version } = groups.find(({ group }: { group: string }) => group === 'email');
  const saved = await admin.post('/manage/setup/settings/email', {
    values: { SMTP_TLS: 'optional' },
    version,
  });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(stepIn(await read(), 'email')?.problems).toEqual([
    'The settings changed since the last check. Run it again.',
  ]);
});

test('the text check needs a phone, and simulated providers are named as test mode', async () => {
  expect(await check('texts')).toMatchObject({
    check: { ok: false, message: 'Enter the phone number for the test message.' },
  });
  expect(await check('texts', { phone: '303-555-0142' })).toMatchObject({ check: { ok: true } });
  const list = await read();
  expect(stepIn(list, 'payments')?.testMode).toEqual([
    'Payments are simulated: test cards work, and no money moves.',
  ]);
  expect(stepIn(list, 'bank')?.testMode).toEqual([
    'Payout files are made for a sandbox bank, and no bank accepts them.',
  ]);
});

test('a pause closes sign-up and applications with a reason, and going live needs every required step', async () => {
  expect((await visitor(app).get('/sign-up/plans')).statusCode).toBe(200);
  expect((await admin.post('/manage/setup/pause', { reason: '' })).json().fields).toHaveProperty(
    'reason',
  );
  const paused = await admin.post('/manage/setup/pause', { reason: 'We move offices' });
  expect(paused.json().checklist).toMatchObject({ isOpen: false, reason: 'We move offices' });
  const closed = await visitor(app).get('/sign-up/plans');
  expect([closed.statusCode, closed.json().error]).toEqual([409, 'not_open']);
  expect((await read()).canOpen).toBe(false);
  const early = await admin.post('/manage/setup/open');
  expect([early.statusCode, early.json().message]).toEqual([
    409,
    'Finish every required step first.',
  ]);
  const { rows } = await app.deps.database.pool.query(
    "select details from audit_log where action = 'setup.paused'",
  );
  expect(rows).toEqual([{ details: { reason: 'We move offices' } }]);
});

test('only staff with the privilege see, check, open, and pause', async () => {
  const support = await signedInAs(app, 'support@demo.test');
  expect((await support.get('/manage/setup')).statusCode).toBe(403);
  for (const [path, body] of [
    ['/manage/setup/steps/email/check', {}],
    ['/manage/setup/open', {}],
    ['/manage/setup/pause', { reason: 'x' }],
  ] as const)
    expect((await support.post(path, body)).statusCode).toBe(403);
});

test('without a mail server, the e-mail check fails and claims nothing', async () => {
  const bare = await createTestApp();
  const staff = await signedInAs(bare, 'admin@demo.test');
  const answer = await staff.post('/manage/setup/steps/email/check', {});
  expect(stepIn(answer.json().checklist, 'email')?.check).toMatchObject({
    ok: false,
    message: 'No mail server is set up, so nothing was sent.',
  });
  await bare.close();
});
