import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cannotReceive } from '@lintel/contract/emails/constants';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { parseMail, startSmtp, type TestSmtp } from '../../../../test/smtp.ts';
import { runDue } from '../../privacy/retention/run.ts';
import { openTestLog } from '../../../../test/edges.ts';
import { signBody } from '../../../platform/crypto/secrets.ts';
import { smtpTransport } from '../../../platform/mail/smtp.ts';
import type { MailTransport } from '../../../platform/mail/transport.ts';
import { auditLog } from '../../../platform/tables.ts';
import { readZones } from '../../contractors/index.ts';
import { addressRetention, emailPersons } from './index.ts';
import { queueMessage, type MessageRequest } from './queue.ts';
import { messages } from '../queue/tables.ts';
import { undeliverableAddresses } from './tables.ts';
import { selectUndeliverable } from './undeliverable-repository.ts';

const secret = 'a-secret-that-the-e-mail-provider-knows-as-well';
const previousSecret = 'the-secret-of-the-webhook-before-that-one';
const path = '/integrations/mail/events';

let smtp: TestSmtp;
let transport: MailTransport;
let app: TestApp;
let staff: TestClient;
beforeAll(async () => {
  smtp = await startSmtp();
  transport = smtpTransport(smtp.url);
  app = await createTestApp({
    env: {
      SMTP_URL: smtp.url,
      MAIL_WEBHOOK_SECRET: secret,
      MAIL_WEBHOOK_SECRET_PREVIOUS: previousSecret,
    },
    transport,
  });
  staff = await signedInAs(app, 'mailer@demo.test');
  await app.work();
});
beforeEach(async () => {
  smtp.received.length = 0;
  smtp.answer = () => null;
  smtp.refusal = null;
  await app.deps.database.db.delete(undeliverableAddresses);
});
afterAll(async () => {
  transport.close();
  await app.close();
  await smtp.close();
});

const ann = { firstname: 'Ann', lastname: 'Lee', email: 'Ann@Example.com' };

async function queue(request: Partial<MessageRequest> & { event: string }): Promise<string> {
  const key = request.key ?? crypto.randomUUID();
  await app.deps.database.db.transaction((tx) =>
    queueMessage(tx, app.deps, { data: { user: ann }, ...request, key }),
  );
  await app.work();
  return key;
}
/** An optional message. */
const news = (data: MessageRequest['data'] = { user: ann }) =>
  queue({ event: 'follow-up-due', contractorId: 101, data: { ...followUp, ...data } });
const followUp = {
  company: { name: 'Summit Roofing' },
  link: 'http://localhost:3000/',
  application: { name: 'Casey' },
  note: 'Call',
};
const reset = (data: MessageRequest['data'] = { user: ann }) =>
  queue({
    event: 'reset-password',
    data: { ...data, link: 'http://localhost:3000/np?m=x', expiresIn: '1 hour' },
  });

async function stored(key: string) {
  const [row] = await app.deps.database.db.select().from(messages).where(eq(messages.key, key));
  if (row === undefined) throw new Error(`No message ${key}`);
  return row;
}
const listed = () =>
  app.deps.database.db.select().from(undeliverableAddresses).orderBy(undeliverableAddresses.email);

let made = 0;
const event = (change: Record<string, unknown> = {}) => {
  made += 1;
  return {
    id: `event-${made}`,
    type: 'bounced',
    email: 'Ann@Example.com',
    permanent: true,
    reason: '550 5.1.1 User unknown',
    at: app.clock.now().toISOString(),
    ...change,
  };
};
const post = (body: string, signature: string) =>
  visitor(app).call('POST', path, {
    payload: body,
    headers: { 'content-type': 'application/json', 'lintel-signature': signature },
  });
const report = (...events: object[]) => {
  const body = JSON.stringify({ events });
  return post(body, signBody(secret, body, app.clock.now()));
};

test('shortens a long answer of the mail server to 500 characters with an ellipsis', async () => {
  smtp.answer = () => ({ code: 550, text: `5.1.1 ${'blocked '.repeat(100)}` });
  await news({ user: { ...ann, email: 'long@example.com' } });
  smtp.answer = () => null;
  const detail = (await listed()).find(({ email }) => email === 'long@example.com')?.detail;
  expect(detail).toMatch(/^550 5\.1\.1 blocked .{400,}…$/);
  expect(detail?.length).toBeLessThanOrEqual(500);
});

test('an address that the mail server rejects gets account messages only', async () => {
  smtp.answer = () => ({ code: 550, text: '5.1.1 User unknown' });
  const first = await news();
  expect(await stored(first)).toMatchObject({ status: 'failed', attempts: 1 });
  expect(await listed()).toMatchObject([
    { email: 'ann@example.com', reason: 'refused', detail: '550 5.1.1 User unknown', count: 1 },
  ]);
  smtp.answer = () => null;
  const second = await news({ user: { ...ann, email: 'ANN@example.com' } });
  expect(await stored(second)).toMatchObject({
    status: 'failed',
    reason: cannotReceive.toStaff,
    attempts: 1,
  });
  expect(smtp.received).toEqual([]);
  expect(await stored(await reset())).toMatchObject({ status: 'sent' });
  expect(smtp.received).toHaveLength(1);
  expect(await stored(await news({ user: { ...ann, email: 'bob@example.com' } }))).toMatchObject({
    status: 'sent',
  });
});

test("a message rejected for another reason doesn't make its address undeliverable", async () => {
  smtp.refusal = { code: 554, text: '5.7.1 This looks like spam' };
  expect(await stored(await news())).toMatchObject({ status: 'failed' });
  smtp.refusal = null;
  smtp.answer = () => ({ code: 554, text: '5.7.1 Relay access denied' });
  expect(await stored(await news())).toMatchObject({ status: 'failed' });
  expect(await listed()).toEqual([]);
});

test('the other recipients still get the message', async () => {
  await app.deps.database.pool.query(
    `update email_templates set "to" = 'Bob <bob@example.com>, gone@example.com', bcc = 'copy.gone@example.com'
     where event_id = (select id from email_events where type = 'follow-up-due')`,
  );
  smtp.answer = (recipient) =>
    recipient.includes('gone') ? { code: 550, text: 'No such user here' } : null;
  const first = await news();
  expect(await stored(first)).toMatchObject({ status: 'sent' });
  expect((await listed()).map(({ email }) => email)).toEqual([
    'copy.gone@example.com',
    'gone@example.com',
  ]);
  smtp.answer = () => null;
  smtp.received.length = 0;
  await news();
  expect(smtp.received[0]?.recipients).toEqual(['bob@example.com']);
  const { to } = await parseMail(smtp.received[0]!);
  expect(to).toMatchObject([{ address: 'bob@example.com' }]);
  await app.deps.database.pool.query(
    `update email_templates set "to" = '{{ user.email }}', bcc = ''
     where event_id = (select id from email_events where type = 'follow-up-due')`,
  );
});

test('a permanent bounce or a complaint makes an address undeliverable, once per event', async () => {
  const bounce = event();
  expect((await report(bounce)).json()).toEqual({ received: true, duplicates: 0 });
  const complaint = event({ type: 'complained', email: 'kim@example.com', reason: '' });
  expect((await report(bounce, complaint, complaint)).json()).toEqual({
    received: true,
    duplicates: 2,
  });
  expect(await listed()).toMatchObject([
    { email: 'ann@example.com', reason: 'bounced', detail: '550 5.1.1 User unknown', count: 1 },
    { email: 'kim@example.com', reason: 'complained', detail: '', count: 1 },
  ]);
  expect(await stored(await news())).toMatchObject({ status: 'failed' });
  const kim = { ...ann, email: 'kim@example.com' };
  expect(await stored(await news({ user: kim }))).toMatchObject({ status: 'failed' });
  expect(await stored(await reset({ user: kim }))).toMatchObject({ status: 'sent' });
});

test('a temporary bounce changes nothing', async () => {
  await report(event({ permanent: false, reason: '452 4.2.2 Mailbox full' }));
  expect(await listed()).toEqual([]);
  expect(await stored(await news())).toMatchObject({ status: 'sent' });
});

test('a complaint outlasts later bounces, and events in any order keep the first and last times', async () => {
  const at = (minutes: number) =>
    new Date(app.clock.now().getTime() - minutes * 60_000).toISOString();
  await report(event({ at: at(10) }), event({ at: at(30), reason: 'older' }));
  expect(await listed()).toMatchObject([{ detail: '550 5.1.1 User unknown', count: 2 }]);
  await report(event({ type: 'complained', at: at(5), reason: 'abuse' }));
  await report(event({ at: at(1) }));
  expect(await listed()).toMatchObject([
    {
      reason: 'complained',
      detail: 'abuse',
      count: 4,
      firstAt: new Date(at(30)),
      lastAt: new Date(at(1)),
    },
  ]);
});

test('parallel deliveries of the same events count once', async () => {
  const events = Array.from({ length: 20 }, (_, n) => event({ email: `many${n % 5}@example.com` }));
  const answers = await Promise.all([
    report(...events),
    report(...events.toReversed()),
    report(...events),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const duplicates = answers.map((answer): number => answer.json().duplicates);
  expect(duplicates.reduce((sum, n) => sum + n)).toBe(40);
  expect((await listed()).map(({ count }) => count)).toEqual([4, 4, 4, 4, 4]);
});

test('rejects an event with a wrong or expired signature', async () => {
  const body = JSON.stringify({ events: [event()] });
  const now = app.clock.now();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const good = signBody(secret, body, now);
  for (const signature of [
    '',
    signBody('another-secret-of-the-same-kind-and-length', body, now),
    signBody(secret, body, ago(301)),
    signBody(secret, body, ago(-301)),
    good.replace(/t=\d+/, `t=${Math.floor(now.getTime() / 1000) - 1}`),
  ])
    expect((await post(body, signature)).statusCode, signature).toBe(401);
  expect((await post(body.replace('Ann', 'Bob'), good)).statusCode).toBe(401);
  expect(await listed()).toEqual([]);
  // A small clock difference is allowed, and a repeated call counts once.
  expect((await post(body, signBody(secret, body, ago(299)))).statusCode).toBe(200);
  expect((await post(body, good)).json()).toEqual({ received: true, duplicates: 1 });
});

test('accepts the previous secret while it is being replaced', async () => {
  const body = JSON.stringify({ events: [event()] });
  const at = app.clock.now();
  expect((await post(body, signBody(previousSecret, body, at))).statusCode).toBe(200);
  expect((await post(body, signBody(`${previousSecret}x`, body, at))).statusCode).toBe(401);
});

test('answers malformed events with the error', async () => {
  const fieldsOf = async (...events: object[]) => {
    const answer = await report(...events);
    expect(answer.statusCode).toBe(422);
    return Object.keys(answer.json().fields);
  };
  expect(await fieldsOf(event(), event({ type: 'opened' }))).toEqual(['events.1.type']);
  expect(await fieldsOf(event({ email: 'nobody' }))).toEqual(['events.0.email']);
  expect(await fieldsOf(event({ permanent: 'yes' }))).toEqual(['events.0.permanent']);
  expect(await fieldsOf(event({ reason: 'x'.repeat(501) }))).toEqual(['events.0.reason']);
  expect(await fieldsOf(event({ at: 'yesterday' }))).toEqual(['events.0.at']);
  const later = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  expect(await fieldsOf(event(), event({ at: later }))).toEqual(['events.1.at']);
  expect(await fieldsOf()).toEqual(['events']);
  expect(await fieldsOf(...Array.from({ length: 101 }, () => event()))).toEqual(['events']);
  expect(await listed()).toEqual([]);
});

test('there is no webhook without its secret', async () => {
  const other = await createTestApp();
  const body = JSON.stringify({ events: [event()] });
  const answer = await visitor(other).call('POST', path, {
    payload: body,
    headers: {
      'content-type': 'application/json',
      'lintel-signature': signBody('', body, other.clock.now()),
    },
  });
  expect(answer.statusCode).toBe(404);
  await other.close();
});

test('staff list, search, and sort undeliverable addresses and allow one again', async () => {
  const at = (minutes: number) =>
    new Date(app.clock.now().getTime() - minutes * 60_000).toISOString();
  await report(
    event({ email: 'b@example.com', at: at(3) }),
    event({ email: 'b@example.com', at: at(2) }),
    event({ email: 'a@example.com', at: at(9) }),
    event({ email: 'a@example.com', at: at(8) }),
    event({ email: 'a@example.com', at: at(1) }),
    event({ email: 'c_c@example.com', at: at(5), type: 'complained', reason: 'abuse' }),
  );
  const list = async (query = '') =>
    (await staff.get(`/manage/emails/undeliverable${query}`)).json();
  const emails = async (query: string): Promise<string> =>
    (await list(query)).data.map(({ email }: { email: string }) => email[0]).join('');
  expect((await list()).data[0]).toEqual({
    id: expect.any(Number),
    email: 'a@example.com',
    reason: 'bounced',
    detail: '550 5.1.1 User unknown',
    since: at(9),
    last: at(1),
    count: 3,
  });
  expect(await emails('')).toBe('abc');
  for (const [order, expected] of [
    ['%2Bemail', 'abc'],
    ['-email', 'cba'],
    ['%2Bsince', 'acb'],
    ['-last', 'abc'],
    ['-count', 'abc'],
    ['%2Bcount', 'cba'],
    ['-reason', 'cab'],
  ])
    expect(await emails(`?order=${order}`), order).toBe(expected);
  expect(await emails('?filters[email]=C_C')).toBe('c');
  expect(await emails('?filters[email]=%25')).toBe('');
  expect(await emails('?filters[reason]=complained')).toBe('c');
  expect(await list('?limit=10&page=2')).toEqual({ data: [], total: 3 });

  expect(await stored(await news({ user: { ...ann, email: 'a@example.com' } }))).toMatchObject({
    status: 'failed',
  });
  const allow = () => staff.post('/manage/emails/undeliverable/allow', { email: 'A@example.com' });
  expect((await allow()).json()).toEqual({ message: 'This address can receive e-mail again.' });
  expect((await allow()).statusCode).toBe(404);
  expect(await stored(await news({ user: { ...ann, email: 'a@example.com' } }))).toMatchObject({
    status: 'sent',
  });
  const entries = await app.deps.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entity, 'email'));
  expect(entries).toMatchObject([
    { actorId: 3, entityId: 'a@example.com', details: { reason: 'bounced', count: 3 } },
  ]);
});

test("contractors and staff without the privilege can't see or change the list", async () => {
  await report(event());
  for (const email of ['support@demo.test', 'pro@demo.test']) {
    const client = await signedInAs(app, email);
    expect((await client.get('/manage/emails/undeliverable')).statusCode).toBe(403);
    const answer = await client.post('/manage/emails/undeliverable/allow', {
      email: 'ann@example.com',
    });
    expect(answer.statusCode).toBe(403);
  }
  expect(await listed()).toHaveLength(1);
});

test('each order of the list is read from an index, one page of rows only', async () => {
  const { db, pool } = app.deps.database;
  await pool.query(
    `insert into undeliverable_addresses (email, reason, detail, first_at, last_at, count)
     select 'n' || n || '@example.com', (array['bounced','complained','refused'])[1 + n % 3]::undeliverable_reason,
       '', now() - make_interval(mins => n), now(), 1 + n % 4 from generate_series(1, 20000) n`,
  );
  await pool.query('analyze undeliverable_addresses');
  for (const field of ['email', 'reason', 'since', 'last', 'count'] as const) {
    const order = { field, descending: true };
    const query = { page: 1, limit: 25, order, filters: { email: '', reason: '' } } as const;
    const { rows, total, more } = await selectUndeliverable(db, query);
    expect([rows.length, total, more], field).toEqual([25, 10_000, true]);
  }
  const plan = await db.execute<{ 'QUERY PLAN': string }>(
    sql`explain select * from undeliverable_addresses order by count desc, id desc limit 25`,
  );
  expect(JSON.stringify(plan.rows)).toContain('undeliverable_addresses_count');
});

test("a contractor sees that a customer's address can't receive e-mail, before and after sending", async () => {
  const pro = await signedInAs(app, 'pro@demo.test');
  const to = 'dead.end@example.com';
  const { rows } = await app.deps.database.pool.query(
    `select id, version from documents where contractor_id = 101 and status = 'sent' order by id limit 1`,
  );
  const [{ id, version }] = rows;
  const send = (asked: number) =>
    pro.post(`/documents/${id}/send`, {
      version: asked,
      by: 'email',
      email: to,
      language: 'en',
      message: '',
    });
  const sent = await send(Number(version));
  expect(sent.statusCode, sent.body).toBe(200);
  await app.work();
  expect(smtp.received.map(({ recipients }) => recipients)).toContainEqual([to]);
  await report(event({ email: to }), event({ email: to }));
  const events = async () =>
    (await pro.get(`/documents/${id}`))
      .json()
      .events.filter(({ kind }: { kind: string }) => kind === 'email-failed');
  expect(await events()).toMatchObject([{ details: { reason: cannotReceive.toSender } }]);
  const again = await send(Number(sent.json().version));
  expect(again.statusCode).toBe(422);
  expect(again.json().fields).toEqual({ email: cannotReceive.toSender });
});

test("exporting or deleting a person's data covers that person's row only", async () => {
  const { db } = app.deps.database;
  await report(event({ email: 'one@example.com' }), event({ email: 'someone@example.com' }));
  const source = emailPersons('America/New_York', readZones).at(-1);
  if (source === undefined) throw new Error('No source');
  const [item, ...others] = await source.copy(db, 'one@example.com', [], 'en');
  expect(others).toEqual([]);
  expect(item?.title).toBe("Your address can't receive e-mail");
  expect(Object.fromEntries(item?.facts ?? [])).toMatchObject({
    Why: 'An e-mail bounced',
    'First time': expect.stringMatching(/ E[SD]T$/),
  });
  const now = app.clock.now();
  expect(await source.look(db, 'one@example.com', now)).toMatchObject({ count: 1 });
  const erase = () =>
    db.transaction((tx) =>
      source.erase(tx, { email: 'one@example.com', until: now, now }, app.context.emit),
    );
  expect(await erase()).toMatchObject({ count: 1, kept: [] });
  expect(await erase()).toMatchObject({ count: 0 });
  expect((await listed()).map(({ email }) => email)).toEqual(['someone@example.com']);
});

test('retention deletes old bounces, but not complaints', async () => {
  await report(
    event({ email: 'old@example.com' }),
    event({ email: 'kim@example.com', type: 'complained' }),
  );
  await app.deps.database.pool.query(
    "update undeliverable_addresses set last_at = now() - interval '20 years'",
  );
  await report(event({ email: 'new@example.com' }));
  const { log } = openTestLog();
  await runDue({ ...app.context, log, retentionSources: [addressRetention] });
  expect((await listed()).map(({ email }) => email)).toEqual([
    'kim@example.com',
    'new@example.com',
  ]);
});
