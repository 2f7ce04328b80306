import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import type { listLegalTexts } from '@lintel/contract/legal/texts';
import type { Checklist, ChecklistStep } from '@lintel/contract/setup/checklist';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';
import { dayIn } from '../../platform/days.ts';
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

describe('going live', () => {
  /** Publishes each legal text as it is, as staff do after their counsel has read it. */
  async function publishTexts(client: TestClient): Promise<void> {
    const effectiveFrom = dayIn(app.clock.now(), app.deps.config.BUSINESS_TIME_ZONE);
    const { data }: ResponseBody<typeof listLegalTexts> = (
      await client.get('/manage/legal-texts')
    ).json();
    for (const { kind, latest, current } of data) {
      const { en, es } = current.texts;
      const answer = await client.post(`/manage/legal-texts/${kind}`, {
        en: en.text,
        es: es.text,
        effectiveFrom,
        basedOn: latest,
      });
      expect(answer.statusCode, answer.body).toBe(200);
    }
  }

  test('opens sign-up once every required step is done, and records what is in test mode', async () => {
    const own = await createTestApp({
      env: {
        PUBLIC_URL: app.deps.config.publicUrl,
        SMTP_URL: smtp.url,
        MAIL_FROM: 'HomeFund <mail@homefund.example>',
        PAYMENTS: 'sandbox',
        NACHA_BANK: 'sandbox',
        BRAND_NAME: 'HomeFund',
        BRAND_SUPPORT_EMAIL: 'help@homefund.example',
        BRAND_PHONE: '303-555-0142',
      },
    });
    try {
      const client = await signedInAs(own, 'admin@demo.test');
      installation = (await visitor(own).get('/installation')).json().id;
      await client.post('/manage/setup/pause', { reason: 'Not ready' });
      await publishTexts(client);
      const checked = async (step: string): Promise<Checklist> =>
        (await client.post(`/manage/setup/steps/${step}/check`, {})).json().checklist;
      for (const step of ['domain', 'email', 'payments']) await checked(step);
      const early = await client.post('/manage/setup/open');
      expect(early.statusCode).toBe(409);
      const { steps, canOpen } = await checked('lenders');
      const open = steps.filter(({ state }) => state !== 'done' && state !== 'optional');
      expect([canOpen, open.map(({ step }) => step)]).toEqual([true, ['texts']]);

      expect((await visitor(own).get('/sign-up/plans')).statusCode).toBe(409);
      const opened = await Promise.all([
        client.post('/manage/setup/open'),
        client.post('/manage/setup/open'),
      ]);
      expect(opened.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(opened[0]?.json().checklist.isOpen).toBe(true);
      expect((await visitor(own).get('/sign-up/plans')).statusCode).toBe(200);
      const { rows } = await own.deps.database.pool.query(
        "select details from audit_log where action = 'setup.opened' limit 1",
      );
      expect(rows[0]?.details.testMode).toContain(
        'Payments are simulated: test cards work, and no money moves.',
      );
    } finally {
      await own.close();
    }
  });
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
