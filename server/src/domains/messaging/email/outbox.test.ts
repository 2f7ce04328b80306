import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import { readConfig } from '../../../platform/config.ts';
import { showsOutbox } from './pages/outbox.ts';
import { queueMessage } from './queue.ts';

let app: TestApp;
const link = 'http://localhost:3000/np?m=token-of_ann&x=1';
beforeAll(async () => {
  app = await createTestApp();
  for (const name of ['ann', 'bob']) {
    const user = { firstname: name, lastname: 'Lee', email: `${name}@example.com` };
    await app.deps.database.db.transaction((tx) =>
      queueMessage(tx, app.deps, { event: 'reset-password', key: name, data: { user, link } }),
    );
  }
  await app.work();
});
afterAll(() => app.close());

const idIn = (html: string): string => /\/outbox\/(\d+)/.exec(html)?.[1] ?? 'none';

test('without a mail server, developers read messages in the browser, newest first', async () => {
  const page = await visitor(app).get('/outbox');
  expect(page.statusCode).toBe(200);
  expect(page.body.indexOf('bob@example.com')).toBeGreaterThan(0);
  expect(page.body.indexOf('bob@example.com')).toBeLessThan(page.body.indexOf('ann@example.com'));
  expect(page.body).toContain('Reset your Lintel password');
  expect(page.body).not.toContain('token-of_ann');
  const found = await visitor(app).get('/outbox?to=ANN@');
  expect(found.body).toContain('ann@example.com');
  expect(found.body).not.toContain('bob@example.com');
  expect((await visitor(app).get('/outbox?to=%27%22%3Cscript%3E&page=-3')).body).not.toContain(
    '<script',
  );
});

test('shows a message with its headers, its HTML in a frame without scripts, and its text with links', async () => {
  const id = idIn((await visitor(app).get('/outbox?to=ann')).body);
  const page = await visitor(app).get(`/outbox/${id}`);
  expect(page.body).toContain('&lt;');
  expect(page.body).toMatch(/<dt>Message-ID<\/dt><dd>&lt;[\w-]+@lintel\.example&gt;<\/dd>/);
  expect(page.body).toContain(`title="HTML part" src="/outbox/${id}/html"`);
  const frame = await visitor(app).get(`/outbox/${id}/html`);
  expect(frame.headers['content-security-policy']).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  );
  expect(frame.body).toContain('<base target="_blank">');
  expect(frame.body).toContain('Choose a new password</a>');
  expect(page.body).not.toContain('allow-scripts');
  expect(page.body).toContain('<a href="http://localhost:3000/np?m=token-of_ann&amp;x=1">');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-/);
  for (const none of ['/outbox/999999', '/outbox/abc'])
    expect((await visitor(app).get(none)).statusCode).toBe(404);
});

/** Production requires the provider's details. */
const provider = {
  PUBLIC_URL: 'https://portal.homefund.example',
  BRAND_NAME: 'HomeFund',
  BRAND_SUPPORT_EMAIL: 'help@homefund.example',
  BRAND_PHONE: '(303) 555-0110',
  MAIL_FROM: 'mail@homefund.example',
};

test('the outbox exists only where no one else can reach it', () => {
  const shown = (env: Record<string, string>) => showsOutbox(readConfig(env));
  expect(shown({})).toBe(true);
  expect(shown({ PUBLIC_URL: 'http://127.0.0.1:4000' })).toBe(true);
  expect(shown({ PUBLIC_URL: 'http://[::1]:4000' })).toBe(true);
  expect(shown({ PUBLIC_URL: 'https://portal.example.com' })).toBe(false);
  expect(shown({ PUBLIC_URL: 'https://localhost.example.com' })).toBe(false);
  expect(shown({ SMTP_URL: 'smtp://localhost' })).toBe(false);
  const made = { PAYMENTS: 'sandbox', LENDER_NETWORK: 'sandbox', NACHA_BANK: 'sandbox' };
  expect(
    shown({ NODE_ENV: 'production', SMTP_URL: 'smtp://localhost', ...provider, ...made }),
  ).toBe(false);
});

test("requests through a proxy, to another host, or from another machine don't reach the outbox", async () => {
  const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (
      await app.app.inject({
        url: '/outbox',
        headers: { host: 'localhost:3000', ...headers },
        remoteAddress,
      })
    ).statusCode;
  for (const host of [
    'localhost',
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    'portal.localhost',
  ])
    expect([host, await ask({ host })]).toEqual([host, 200]);
  expect([await ask({}, '::1'), await ask({}, '::ffff:127.0.0.1')]).toEqual([200, 200]);
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'evil.example:127.0.0.1',
  ])
    expect([host, await ask({ host })]).toEqual([host, 404]);
  for (const address of ['10.0.0.7', '::ffff:10.0.0.7', 'fe80::1', '2001:db8::1'])
    expect([address, await ask({}, address)]).toEqual([address, 404]);
  const passedOn = [
    'x-forwarded-for',
    'x-forwarded-host',
    'forwarded',
    'via',
    'x-real-ip',
    'cf-connecting-ip',
    'cdn-loop',
  ];
  for (const name of passedOn)
    expect([name, await ask({ [name]: '127.0.0.1' })]).toEqual([name, 404]);
  const message = await app.app.inject({
    url: '/outbox/1/html',
    headers: { host: 'localhost', via: '1.1 proxy' },
  });
  expect(message.statusCode).toBe(404);
});
