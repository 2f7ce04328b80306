import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { linkSentTo } from '../../../../test/mail.ts';

const easy = 'This password is easy to guess. Try a longer one or a few unrelated words.';
const breached = 'This password has appeared in a data breach. Choose another one.';
const strong = 'Sturdy-beam7';
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();

/** A local stand-in for the breach service in the settings. */
let service: Server;
let reply: (request: IncomingMessage, response: ServerResponse) => void;
const asked: { url: string; padding: unknown }[] = [];
let app: TestApp;
beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push({ url: request.url ?? '', padding: request.headers['add-padding'] });
    reply(request, response);
  });
  await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  app = await createTestApp({ env: { PWNED_PASSWORDS_URL: `http://127.0.0.1:${port}/range/` } });
});
afterAll(async () => {
  await app.close();
  service.closeAllConnections();
  service.close();
});
beforeEach(async () => {
  asked.length = 0;
  reply = (_request, response) => void response.end('');
  await app.deps.database.pool.query('delete from call_counters');
});

const change = async (password: string, email = 'pro@demo.test', id = 11) =>
  (await signedInAs(app, email)).post(`/user/${id}/update-password`, { password });
/** Sets a password, then restores the demo password. */
async function accepted(password: string): Promise<number> {
  const client = await signedInAs(app, 'pro@demo.test');
  const { statusCode } = await client.post('/user/11/update-password', { password });
  reply = (_request, response) => void response.end('');
  await client.post('/user/11/update-password', { password: 'Demo-pass1' });
  return statusCode;
}
const list =
  (...lines: string[]) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    void response.end(lines.join('\r\n'));

describe('a new password that meets the rules', () => {
  test.each(['Password1', 'Qwerty123', 'P@ssw0rd1', 'Summer2026', 'aaaaaaaaaaaA1', 'Abcdefg1'])(
    '%s is refused because it is easy to guess',
    async (password) => {
      const answer = await change(password);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().fields).toEqual({ password: easy });
      expect(asked).toEqual([]);
    },
  );

  test("is rejected when it contains the person's own name or e-mail, but not someone else's", async () => {
    expect((await change('Natarajan1')).json().fields).toEqual({ password: easy });
    expect((await change('Concierge1', 'concierge@demo.test', 13)).json().fields).toEqual({
      password: easy,
    });
  });

  test("is rejected when it combines the company's or the product's name with a year", async () => {
    for (const password of ['Summit-Roofing-1987!', 'LintelNatarajanPriya7'])
      expect(Object.keys((await change(password)).json().fields)).toEqual(['password']);
    expect((await change('SummitPriyaLintelRoofing1987')).json().fields).toEqual({
      password: expect.stringMatching(/easy to guess|based on your name/),
    });
  });

  test("is checked for e-mailed links too, and a rejection doesn't use up the link", async () => {
    await visitor(app).post('/restore', { email: 'brand@demo.test' });
    const enc = await linkSentTo(app, 'brand@demo.test', '/np');
    const refused = await visitor(app).post('/update-password', { enc, newPassword: 'Password1' });
    expect([refused.statusCode, refused.json().fields]).toEqual([422, { password: easy }]);
    const taken = await visitor(app).post('/update-password', { enc, newPassword: 'Demo-pass1' });
    expect(taken.statusCode).toBe(200);
  });

  test("isn't checked when the link is invalid", async () => {
    const answer = await visitor(app).post('/update-password', { enc: 'x', newPassword: strong });
    expect(answer.statusCode).toBe(404);
    expect(asked).toEqual([]);
  });

  test('is judged within a fraction of a second, whatever it is', async () => {
    const before = performance.now();
    await change('4@8({[3#6&9!1|0$5+7%24@8({[3#6&9');
    expect(performance.now() - before).toBeLessThan(5000);
  });
});

describe('the breached-password service', () => {
  test('receives five digits of a hash, with padding', async () => {
    expect(await accepted(strong)).toBe(200);
    expect(asked[0]).toEqual({ url: `/range/${sha1(strong).slice(0, 5)}`, padding: 'true' });
    expect(JSON.stringify(asked)).not.toContain(sha1(strong).slice(5));
  });

  test('causes a breached password to be rejected', async () => {
    reply = list(`${'0'.repeat(35)}:12`, `${sha1(strong).slice(5)}:3`);
    const answer = await change(strong);
    expect([answer.statusCode, answer.json().fields]).toEqual([422, { password: breached }]);
  });

  test("doesn't match padding lines or another password's hash", async () => {
    reply = list(`${sha1(strong).slice(5)}:0`, `${sha1('another').slice(5)}:9`);
    expect(await accepted(strong)).toBe(200);
  });

  test("doesn't block a new password when it fails, and the failure is logged for the operator", async () => {
    const before = app.warnings.length;
    reply = (_request, response) => void response.writeHead(503).end();
    expect(await accepted(strong)).toBe(200);
    expect(app.warnings.slice(before)).toEqual([
      'A new password could not be looked up in data breaches: it answered 503',
    ]);
  });

  test('delays a new password by at most two seconds, even when the response stalls halfway', async () => {
    const before = app.warnings.length;
    reply = (_request, response) => void response.write(`${'0'.repeat(35)}:1\r\n`);
    const start = performance.now();
    expect(await accepted(strong)).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(1900);
    expect(app.warnings).toHaveLength(before + 1);
  });

  test("can't redirect the request", async () => {
    reply = (_request, response) =>
      void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    expect(await accepted(strong)).toBe(200);
    expect(asked[0]?.url).toContain('/range/');
  });
});
