import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { linkSentTo, mailTo } from '../../../../test/mail.ts';

const owner = 'brand@demo.test';
const strange = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
const sql = (text: string, values: unknown[] = []) => app.deps.database.pool.query(text, values);
const hashes = new Map<string, string>();
beforeEach(async () => {
  await app.work();
  await sql('delete from call_counters');
  await sql('update access_links set used_at = now() where used_at is null');
  const { rows } = await sql('select email, password_hash from users where id in (11, 12)');
  // Each test starts with the demo passwords.
  for (const { email, password_hash: hash } of rows)
    if (!hashes.has(email)) hashes.set(email, hash);
  for (const [email, hash] of hashes)
    await sql('update users set password_hash = $1, last_seen_at = now() where email = $2', [
      hash,
      email,
    ]);
});

async function onNewDevice(userAgent = strange, password = 'Demo-pass1') {
  const client = visitor(app);
  const headers = { 'user-agent': userAgent };
  const answer = await client.post('/authentication', { username: owner, password }, { headers });
  return { client, status: answer.statusCode };
}
const told = async (): Promise<number> =>
  (await mailTo(app, owner)).filter(({ event }) => event === 'new-device').length;
/** Number of messages sent by `happen`. */
async function toldBy(happen: () => Promise<unknown>): Promise<number> {
  const before = await told();
  await happen();
  return (await told()) - before;
}
async function warned() {
  const { client } = await onNewDevice();
  return { stranger: client, enc: await linkSentTo(app, owner, '/not-me') };
}
const disown = (enc: string) => visitor(app).post('/disown-session', { enc });
const setBy = (enc: string, newPassword = 'Sturdy-beam7') =>
  visitor(app).post('/update-password', { enc, newPassword });
const invalid = { error: 'invalid_link', message: 'Invalid link' };

describe('a sign-in', () => {
  test('on an unknown device sends an e-mail with time, device, and address', async () => {
    expect(await toldBy(() => onNewDevice())).toBe(1);
    const [mail] = await mailTo(app, owner);
    expect(mail?.subject).toMatch(/^New sign-in to your /);
    expect(mail?.text).toContain('Firefox on Linux');
    expect(mail?.text).toContain('127.0.0.1');
    expect(mail?.text).toMatch(/\w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T/);
  });

  test('on a known device sends nothing', async () => {
    const { client } = await onNewDevice();
    const again = () => client.post('/authentication', { username: owner, password: 'Demo-pass1' });
    expect(await told()).toBeGreaterThan(0);
    expect(await toldBy(again)).toBe(0);
  });

  test('that fails sends nothing', async () => {
    expect(await toldBy(() => onNewDevice(strange, 'Wrong-pass1'))).toBe(0);
  });

  test("that is the account's first sends nothing", async () => {
    await sql('update users set last_seen_at = null where email = $1', [owner]);
    expect(await toldBy(() => onNewDevice())).toBe(0);
    expect(await toldBy(() => onNewDevice())).toBe(1);
  });

  test('right after a reset by link in the same browser sends nothing', async () => {
    const browser = visitor(app);
    await browser.post('/restore', { email: owner });
    const enc = await linkSentTo(app, owner, '/np');
    await browser.post('/update-password', { enc, newPassword: 'Sturdy-beam7' });
    const form = { username: owner, password: 'Sturdy-beam7' };
    expect(await toldBy(() => browser.post('/authentication', form))).toBe(0);
    expect(await toldBy(() => visitor(app).post('/authentication', form))).toBe(1);
  });

  test("can't inject text from the browser into the message", async () => {
    await toldBy(() => onNewDevice('Call your bank at 555-0100/1 evil.example (x)'));
    const [mail] = await mailTo(app, owner);
    expect(mail?.text).toContain('Unknown device');
    expect(mail?.html).not.toMatch(/555-0100|evil\.example/);
  });

  test('sends one message, however often the job runs', async () => {
    const before = await told();
    await onNewDevice();
    const { rows } = await sql(
      "select payload from graphile_worker._private_jobs where payload::text like '%sessionId%'",
    );
    expect(rows).toHaveLength(1);
    const handler = app.composed.jobs.find(({ job }) => job.id === 'identity.tell-of-new-device');
    await handler?.run(rows[0]?.payload);
    await handler?.run(rows[0]?.payload);
    expect((await told()) - before).toBe(1);
  });

  test('sends at most five messages an hour', async () => {
    const many = async () => {
      for (let time = 0; time < 7; time += 1) await onNewDevice();
    };
    expect(await toldBy(many)).toBe(5);
  });
});

describe('the link in the message', () => {
  test('shows its sign-in without being used up', async () => {
    const { enc } = await warned();
    for (let time = 0; time < 2; time += 1) {
      const read = (await visitor(app).post('/restore-decrypt', { enc })).json();
      expect(read).toMatchObject({
        email: owner,
        newEmail: null,
        signIn: { device: 'Firefox on Linux', address: '127.0.0.1' },
      });
    }
  });

  test('signs the account out everywhere, invalidates its password, and leads to a new one', async () => {
    const here = await signedInAs(app, owner);
    const { stranger, enc } = await warned();
    const answer = await disown(enc);
    expect(answer.statusCode).toBe(200);
    for (const client of [here, stranger]) {
      expect((await client.get('/user')).statusCode).toBe(401);
      expect((await client.post('/refresh')).statusCode).toBe(401);
    }
    // The device cookie would suppress the message for a further sign-in.
    const again = { username: owner, password: 'Demo-pass1' };
    expect((await stranger.post('/authentication', again)).statusCode).toBe(401);
    expect((await setBy(answer.json().enc)).statusCode).toBe(200);
    expect((await onNewDevice(strange, 'Sturdy-beam7')).status).toBe(200);
  });

  test('voids links the stranger requested, including for another e-mail', async () => {
    const { stranger, enc } = await warned();
    await stranger.post('/user/12/update-email', { email: 'stranger@evil.test' });
    const change = await linkSentTo(app, 'stranger@evil.test', '/ne');
    expect((await disown(enc)).statusCode).toBe(200);
    const answer = await visitor(app).post('/confirm-change-email', { enc: change });
    expect(answer.json()).toEqual(invalid);
  });

  test('still works after the stranger sets another password', async () => {
    const { stranger, enc } = await warned();
    const form = { id: 12, password: 'Stranger-beam7' };
    expect((await stranger.post('/user/12/update-password', form)).statusCode).toBe(200);
    expect((await disown(enc)).statusCode).toBe(200);
    expect((await onNewDevice(strange, 'Stranger-beam7')).status).toBe(401);
  });

  test('also ends a sign-in that completes at the same moment', async () => {
    const { enc } = await warned();
    const [tries] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => onNewDevice())),
      disown(enc),
    ]);
    for (const { client } of tries) expect((await client.get('/user')).statusCode).toBe(401);
  });

  test('works once, even when used twice concurrently', async () => {
    const { enc } = await warned();
    const answers = await Promise.all([disown(enc), disown(enc)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 404,
    ]);
    expect((await disown(enc)).json()).toEqual(invalid);
  });

  test('survives a message about another device, and is void once either link is used', async () => {
    const first = await warned();
    const second = await warned();
    expect((await visitor(app).post('/restore-decrypt', { enc: first.enc })).statusCode).toBe(200);
    expect((await disown(first.enc)).statusCode).toBe(200);
    expect((await disown(second.enc)).json()).toEqual(invalid);
  });

  test('expires after a day', async () => {
    const { enc } = await warned();
    app.clock.pass(24 * 3600 + 1);
    expect((await disown(enc)).json()).toEqual(invalid);
  });

  test("doesn't set a password itself, and a link that sets one can't disown a session", async () => {
    const { enc } = await warned();
    expect((await setBy(enc)).json()).toEqual(invalid);
    await visitor(app).post('/restore', { email: owner });
    const reset = await linkSentTo(app, owner, '/np');
    expect((await disown(reset)).json()).toEqual(invalid);
    expect((await disown('made-up')).json()).toEqual(invalid);
  });

  test('is void once the owner sets a new password by e-mail', async () => {
    const { enc } = await warned();
    await visitor(app).post('/restore', { email: owner });
    expect((await setBy(await linkSentTo(app, owner, '/np'))).statusCode).toBe(200);
    expect((await disown(enc)).json()).toEqual(invalid);
  });
});
