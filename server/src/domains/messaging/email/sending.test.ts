import { eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { BusyMachine } from '../../../../test/edges.ts';
import { silent } from '../../../../test/renderer.ts';
import { openHelpers } from '../../../platform/helper/pool.ts';
import { headerOf, parseMail, startSmtp, type TestSmtp } from '../../../../test/smtp.ts';
import { smtpTransport } from '../../../platform/mail/smtp.ts';
import type { MailTransport } from '../../../platform/mail/transport.ts';
import { queueMessage, type MessageRequest } from './queue.ts';
import { cancelMessages, forgetEmailsTo, forgetMessages } from '../queue/index.ts';
import { resumeMessages, sendJobs } from '../queue/jobs.ts';
import { messages } from '../queue/tables.ts';
import { emailTemplates, undeliverableAddresses } from './tables.ts';

let smtp: TestSmtp;
let transport: MailTransport;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSmtp();
  transport = smtpTransport(smtp.url);
  app = await createTestApp({ env: { SMTP_URL: smtp.url }, transport });
  // Retries are due later than the database's own time, so only the tests run them.
  app.clock.pass(3600);
});
afterEach(async () => {
  smtp.received.length = 0;
  smtp.answer = () => null;
  // Some tests make Ann's address undeliverable, and all use it.
  await app.deps.database.db.delete(undeliverableAddresses);
});
afterAll(async () => {
  transport.close();
  await app.close();
  await smtp.close();
});

const ann = { firstname: 'Ann', lastname: 'Lee', email: 'ann@example.com' };

async function queue(request: Partial<MessageRequest> & { event: string }): Promise<string> {
  const key = request.key ?? crypto.randomUUID();
  await app.deps.database.db.transaction((tx) =>
    queueMessage(tx, app.deps, { data: { user: ann }, ...request, key }),
  );
  return key;
}

async function stored(key: string) {
  const [row] = await app.deps.database.db.select().from(messages).where(eq(messages.key, key));
  if (row === undefined) throw new Error(`No message ${key}`);
  return row;
}

/** Runs a message's job, whatever its state in the queue. */
async function runAgain(key: string): Promise<void> {
  const handler = app.composed.jobs.find(({ job }) => job.id === sendJobs.email.id);
  const { contractorId, id } = await stored(key);
  await handler?.run({ contractorId, id });
}

const link = 'http://localhost:3000/np?m=a-very_long.token&x=1';

test('a message arrives once with both parts, its link in each, inlined styles, and its fixed Message-ID', async () => {
  const key = await queue({
    event: 'reset-password',
    data: { user: ann, link, expiresIn: '1 hour' },
  });
  await app.work();
  expect(smtp.received).toHaveLength(1);
  const mail = await parseMail(smtp.received[0]!);
  expect(mail.from).toMatchObject({ name: 'Lintel', address: 'no-reply@lintel.example' });
  expect(mail.to).toMatchObject([{ address: 'ann@example.com' }]);
  expect(mail.subject).toBe('Reset your Lintel password');
  expect(mail.messageId).toBe((await stored(key)).messageId);
  expect(mail.messageId).toMatch(/^<[\w-]+@lintel\.example>$/);
  expect(mail.text).toContain(`<${link}>`);
  expect(mail.html).toMatch(
    /<a class="button" href="http:\/\/localhost:3000\/np\?m=a-very_long\.token&amp;x=1" style="[^"]*background-color: #1C418C/,
  );
  expect(mail.html).toContain('prefers-color-scheme: dark');
  expect(mail.html).not.toMatch(/<script|<link/);
  expect(headerOf(mail, 'List-Unsubscribe')).toBeUndefined();
});

test('a job that runs twice, or a cause that queues twice, sends one message', async () => {
  const key = await queue({ event: 'password-changed' });
  await queue({ event: 'password-changed', key });
  await app.work();
  await runAgain(key);
  expect(smtp.received).toHaveLength(1);
  await queue({ event: 'password-changed', key: `${key}:2` });
  const both = await Promise.allSettled([runAgain(`${key}:2`), runAgain(`${key}:2`)]);
  expect(both.map(({ status }) => status)).toContain('fulfilled');
  expect(smtp.received).toHaveLength(2);
});

test('a job retries while another worker holds its message, and sends it if that worker never did', async () => {
  const key = await queue({ event: 'password-changed' });
  const { id } = await stored(key);
  const { pool } = app.deps.database;
  const other = await pool.connect();
  await other.query('begin');
  await other.query(
    "select 1 from messages where channel = 'email' and contractor_id = 0 and id = $1 for update",
    [id],
  );
  await app.work();
  expect(smtp.received).toHaveLength(0);
  const jobs = async () =>
    (
      await pool.query('select attempts, last_error from graphile_worker.jobs where key = $1', [
        `email:${id}`,
      ])
    ).rows;
  await expect
    .poll(jobs)
    .toEqual([{ attempts: 1, last_error: 'Another worker holds the message' }]);
  await other.query('rollback');
  other.release();
  await pool.query('update graphile_worker._private_jobs set run_at = now() where key = $1', [
    `email:${id}`,
  ]);
  await app.work();
  expect(smtp.received).toHaveLength(1);
  expect(await stored(key)).toMatchObject({ status: 'sent', attempts: 1 });
});

test('a queued message without a live job gets a new one, and the others keep theirs', async () => {
  const keys = [];
  for (let at = 0; at < 4; at += 1) keys.push(await queue({ event: 'password-changed' }));
  const ids = await Promise.all(keys.map(async (key) => (await stored(key)).id));
  const [lost, givenUp, held, waiting] = ids.map((id) => `email:${id}`);
  const { pool } = app.deps.database;
  const jobs = 'graphile_worker._private_jobs';
  const change = (what: string, key: string | undefined) =>
    pool.query(`update ${jobs} set ${what} where key = $1`, [key]);
  await pool.query(`delete from ${jobs} where key = $1`, [lost]);
  await change('attempts = max_attempts', givenUp);
  await change(`attempts = max_attempts, locked_at = now(), locked_by = 'x'`, held);
  await change(`run_at = now() + interval '1 hour'`, waiting);
  const sweep = app.composed.schedules.find(({ handler }) => handler.job.id === resumeMessages.id);
  for (let twice = 0; twice < 2; twice += 1) await sweep?.handler.run({});
  await app.work();
  expect(await Promise.all(keys.map(async (key) => (await stored(key)).status))).toEqual([
    'sent',
    'sent',
    'queued',
    'queued',
  ]);
  expect(smtp.received).toHaveLength(2);
  const { rows } = await pool.query(`select key from ${jobs} where key = any($1) order by id`, [
    [lost, givenUp, held, waiting],
  ]);
  expect(rows).toEqual([{ key: held }, { key: waiting }]);
  await pool.query(`delete from ${jobs} where key = any($1)`, [[held, waiting]]);
});

test("a message that can't get a new job doesn't block the others", async () => {
  const keys = [
    await queue({ event: 'password-changed' }),
    await queue({ event: 'password-changed' }),
  ];
  const [refused, other] = await Promise.all(keys.map(async (key) => await stored(key)));
  const { pool } = app.deps.database;
  const jobs = 'graphile_worker._private_jobs';
  await pool.query(`delete from ${jobs} where key = any($1)`, [
    [`email:${refused!.id}`, `email:${other!.id}`],
  ]);
  await pool.query(`
    create function refuse_job() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
    create trigger refuse_job before insert on ${jobs} for each row when (new.key = 'email:${refused!.id}') execute function refuse_job()`);
  const sweep = app.composed.schedules.find(({ handler }) => handler.job.id === resumeMessages.id);
  await sweep?.handler.run({});
  await pool.query(`drop trigger refuse_job on ${jobs}; drop function refuse_job()`);
  await app.work();
  expect(await Promise.all(keys.map(async (key) => (await stored(key)).status))).toEqual([
    'queued',
    'sent',
  ]);
  expect(app.warnings.at(-1)).toContain(`Message ${refused!.id} got no new job: `);
  await sweep?.handler.run({});
  await app.work();
  expect((await stored(keys[0]!)).status).toBe('sent');
});

test("a message's job names the contractor, and a missing message is retried", async () => {
  const contractorId = 101;
  const key = await queue({ event: 'card-expiring', contractorId });
  const { id } = await stored(key);
  const { pool } = app.deps.database;
  const { rows } = await pool.query(
    `select payload from graphile_worker._private_jobs where key = $1`,
    [`email:${id}`],
  );
  expect(rows).toEqual([{ payload: { contractorId, id } }]);
  const handler = app.composed.jobs.find(({ job }) => job.id === sendJobs.email.id);
  // On a cluster, the message may commit after its job.
  for (const notYet of [
    { contractorId: 102, id },
    { contractorId, id: 999_999_999 },
  ])
    await expect(handler?.run(notYet)).rejects.toThrow('The message is missing');
  expect((await stored(key)).status).toBe('queued');
  await app.work();
  expect((await stored(key)).status).toBe('sent');
});

test("canceling and erasing messages about a row leaves other rows' messages under the same keys", async () => {
  const { db } = app.deps.database;
  const about = { kind: 'homeowner', id: 7 } as const;
  for (const contractorId of [101, 102, null])
    await queue({
      event: 'card-expiring',
      key: `homeowner-7-of-${contractorId}`,
      contractorId,
      about,
    });
  const states = async () => {
    const rows = await db
      .select()
      .from(messages)
      .where(like(messages.key, 'homeowner-7-%'))
      .orderBy(messages.contractorId);
    return rows.map(({ contractorId, status, anonymisedAt }) => [
      contractorId,
      status,
      anonymisedAt !== null,
    ]);
  };
  await db.transaction((tx) => cancelMessages(tx, { contractorId: 101, about }, app.clock.now()));
  expect(await states()).toEqual([
    [0, 'queued', false],
    [101, 'suppressed', false],
    [102, 'queued', false],
  ]);
  await db.transaction((tx) =>
    forgetMessages(tx, [{ contractorId: 102, ...about }], app.clock.now()),
  );
  expect(await states()).toEqual([
    [0, 'queued', false],
    [101, 'suppressed', false],
    [102, 'suppressed', true],
  ]);
  await app.work();
  expect(smtp.received).toHaveLength(1);
});

test('keeps nothing with a link after sending', async () => {
  const key = await queue({ event: 'reset-password', data: { user: ann, link } });
  const before = await stored(key);
  expect(JSON.stringify(before)).not.toContain('a-very_long');
  await app.work();
  expect(await stored(key)).toMatchObject({
    status: 'sent',
    payload: null,
    html: null,
    text: null,
    unsubscribeUrl: null,
    recipient: 'ann@example.com',
    attempts: 1,
  });
});

test('a transaction that is rolled back sends nothing', async () => {
  const rolledBack = app.deps.database.db.transaction(async (tx) => {
    await queueMessage(tx, app.deps, {
      event: 'password-changed',
      key: 'rolled back',
      data: { user: ann },
    });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await app.work();
  expect(smtp.received).toHaveLength(0);
});

test('an optional message has the unsubscribe link in its headers and both parts', async () => {
  await queue({ event: 'account-created', data: { user: ann, link } });
  await app.work();
  const mail = await parseMail(smtp.received[0]!);
  const url =
    /^<(http:\/\/localhost:3000\/unsubscribe\?m=[\w-]+)>$/.exec(
      headerOf(mail, 'List-Unsubscribe') ?? '',
    )?.[1] ?? 'none';
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(mail.html).toContain(`href="${url}"`);
  expect(mail.text).toContain(`Unsubscribe: ${url}`);
});

test('an unsubscribed address gets account messages only', async () => {
  const staff = await signedInAs(app, 'admin@demo.test');
  const gone = { ...ann, email: 'Gone@example.com' };
  await staff.post('/manage/emails/unsubscribers/unsubscribe', { email: 'gone@EXAMPLE.com' });
  const news = await queue({ event: 'account-created', data: { user: gone } });
  await queue({ event: 'reset-password', data: { user: gone, link } });
  await app.work();
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['Gone@example.com']]);
  expect(await stored(news)).toMatchObject({
    status: 'suppressed',
    reason: 'The address is unsubscribed',
    payload: null,
  });
});

test('without an enabled template, account messages use the built-in text and others are suppressed', async () => {
  const { db } = app.deps.database;
  await db.update(emailTemplates).set({ enabled: false });
  await queue({ event: 'password-changed' });
  const other = await queue({ event: 'card-expiring' });
  const unknown = await queue({ event: 'never-heard-of' });
  await app.work();
  await db.update(emailTemplates).set({ enabled: true });
  expect(smtp.received).toHaveLength(1);
  expect((await parseMail(smtp.received[0]!)).subject).toBe('Your password was changed');
  expect((await stored(other)).status).toBe('suppressed');
  expect((await stored(unknown)).status).toBe('suppressed');
});

test('an account template that fails with real data falls back to the built-in text and alerts the operator', async () => {
  const { db } = app.deps.database;
  const broken =
    '{% if to == "ann@example.com" %}{% for i in (1..9000000) %}{% endfor %}{% endif %}';
  const [account, other] = ['password-changed', 'card-expiring'].map((event) =>
    db
      .select({ id: emailTemplates.id, body: emailTemplates.body })
      .from(emailTemplates)
      .where(eq(emailTemplates.description, texts[event] ?? '')),
  );
  for (const [row] of [await account!, await other!])
    await db.update(emailTemplates).set({ body: broken }).where(eq(emailTemplates.id, row!.id));
  const key = await queue({ event: 'password-changed', data: { user: ann, to: ann.email } });
  const failed = await queue({ event: 'card-expiring', data: { user: ann, to: ann.email } });
  await app.work();
  for (const [row] of [await account!, await other!])
    await db.update(emailTemplates).set({ body: 'fine' }).where(eq(emailTemplates.id, row!.id));
  expect(smtp.received).toHaveLength(1);
  expect((await stored(key)).reason).toMatch(
    /^The built-in text was sent, because the template for password-changed failed: body, line 1/,
  );
  expect(app.warnings.at(-1)).toBe((await stored(key)).reason);
  expect(await stored(failed)).toMatchObject({
    status: 'failed',
    recipient: 'ann@example.com',
    reason: 'body, line 1: This range is too large',
  });
});
const texts: Record<string, string> = {
  'password-changed': 'Notice that the password was changed',
  'card-expiring': 'The billing card is about to expire',
};

test('a link that opens an account goes to its owner only, regardless of the template', async () => {
  const { db } = app.deps.database;
  const resetting = eq(emailTemplates.subject, 'Reset your {{ brand.name }} password');
  const elsewhere = {
    to: '{% if user.firstname == "Ann" %}evil@example.com{% endif %}',
    bcc: 'evil@example.com',
  };
  await db.update(emailTemplates).set(elsewhere).where(resetting);
  await queue({ event: 'reset-password', data: { user: ann, to: 'ann@example.com', link } });
  await app.work();
  await db.update(emailTemplates).set({ to: '{{ to }}', bcc: '' }).where(resetting);
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['ann@example.com']]);
});

test("cancels a message that isn't rendered yet when its person is deleted", async () => {
  const { db } = app.deps.database;
  const email = 'leaving@example.com';
  const [own, other] = [
    await queue({ event: 'password-changed', data: { user: { ...ann, email } } }),
    await queue({ event: 'password-changed' }),
  ];
  const until = app.clock.now();
  const count = await db.transaction((tx) =>
    forgetEmailsTo(tx, { email, until, now: app.clock.now() }),
  );
  expect(count).toBe(1);
  await app.work();
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['ann@example.com']]);
  expect(await stored(own)).toMatchObject({ status: 'suppressed', recipient: null, payload: null });
  expect((await stored(other)).status).toBe('sent');
});

test('a temporary rejection leaves the message queued, and the retry has the same Message-ID', async () => {
  smtp.answer = () => ({ code: 451, text: 'Try again later' });
  const key = await queue({ event: 'password-changed' });
  await app.work();
  const { messageId, status, reason, attempts } = await stored(key);
  expect({ status, attempts }).toEqual({ status: 'queued', attempts: 1 });
  expect(reason).toContain('451 Try again later');
  smtp.answer = () => null;
  await runAgain(key);
  expect((await stored(key)).status).toBe('sent');
  expect((await parseMail(smtp.received[0]!)).messageId).toBe(messageId);
});

test('a payload sealed with another key fails with a clear reason and is kept', async () => {
  const key = crypto.randomUUID();
  const other = { ...app.deps, keys: { derive: () => new Uint8Array(32) } };
  const request = { event: 'password-changed', key, data: { user: ann } };
  await app.deps.database.db.transaction((tx) => queueMessage(tx, other, request));
  await app.work();
  expect(await stored(key)).toMatchObject({
    status: 'failed',
    reason: "The message's data can't be decrypted with this ENCRYPTION_KEY",
    payload: expect.any(String),
  });
});

test('a permanent rejection fails at once, and staff see it and send it again', async () => {
  smtp.answer = () => ({ code: 550, text: 'No such user' });
  const key = await queue({ event: 'reset-password', data: { user: ann, link } });
  await app.work();
  expect(await stored(key)).toMatchObject({
    status: 'failed',
    attempts: 1,
    html: null,
    text: null,
  });
  smtp.answer = () => null;
  const staff = await signedInAs(app, 'admin@demo.test');
  const { data } = (await staff.get('/manage/emails/failed')).json();
  const { id } = await stored(key);
  expect(data[0]).toEqual({
    id,
    event: 'reset-password',
    to: 'ann@example.com',
    failedAt: expect.any(String),
    reason: '550 No such user',
  });
  expect((await staff.post(`/manage/emails/failed/${id}/retry`)).json()).toEqual({
    message: 'The message is on its way again',
  });
  expect((await staff.post(`/manage/emails/failed/${id}/retry`)).statusCode).toBe(404);
  await app.work();
  expect((await parseMail(smtp.received[0]!)).text).toContain(link);
  expect((await stored(key)).status).toBe('sent');
});

test('the last of twelve attempts fails for good', async () => {
  smtp.answer = () => ({ code: 421, text: 'Busy' });
  const key = await queue({ event: 'password-changed' });
  for (let attempt = 1; attempt < 12; attempt += 1) await runAgain(key);
  expect(await stored(key)).toMatchObject({
    status: 'queued',
    attempts: 11,
    reason: expect.stringContaining('421 Busy'),
  });
  await runAgain(key);
  expect(await stored(key)).toMatchObject({ status: 'failed', attempts: 12 });
});

test('retries while the mail server is down', async () => {
  const dead = smtpTransport('smtp://127.0.0.1:9');
  const mail = {
    messageId: '<a@b>',
    from: { name: 'A', address: 'a@example.com' },
    to: [{ name: '', address: 'b@example.com' }],
    bcc: [],
  };
  const sending = dead.send({
    ...mail,
    subject: 's',
    html: 'h',
    text: 't',
    replyTo: null,
    automatic: true,
    unsubscribeUrl: null,
  });
  await expect(sending).rejects.toMatchObject({ name: 'Error' });
  dead.close();
});

test("BCC recipients stay hidden, and data can't add a header or a recipient", async () => {
  const staff = await signedInAs(app, 'admin@demo.test');
  const { id: usedFor } = await newEvent(staff, 'custom-news');
  await staff.post('/manage/emails/templates', {
    type: 1,
    subject: 'News of {{ company.name }}',
    from: 'sender@example.com',
    to: '{{ company.name }} <{{ user.email }}>, second@example.com',
    bcc: 'hidden@example.com',
    body: '<p>{{ company.name }}</p>',
    usedFor,
    enabled: true,
  });
  const company = { name: 'A\r\nBcc: victim@example.com, evil@example.com <b>' };
  await queue({ event: 'custom-news', data: { user: ann, company } });
  await app.work();
  expect(smtp.received[0]?.recipients).toEqual([
    'ann@example.com',
    'second@example.com',
    'hidden@example.com',
  ]);
  const mail = await parseMail(smtp.received[0]!);
  expect(mail.from?.address).toBe('sender@example.com');
  expect(mail.bcc).toBeUndefined();
  expect(mail.subject).toBe('News of A Bcc: victim@example.com, evil@example.com <b>');
  expect(mail.html).toContain('evil@example.com &lt;b&gt;');
  expect(smtp.received[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
});

async function newEvent(
  staff: Awaited<ReturnType<typeof signedInAs>>,
  type: string,
): Promise<{ id: number }> {
  await staff.post('/manage/emails/template-types', { type });
  const { data } = (
    await staff.get(`/manage/emails/template-types?filters[searchText]=${type}`)
  ).json();
  return data[0];
}

test('with a mail server there is no outbox', async () => {
  expect((await visitor(app).get('/outbox')).statusCode).toBe(404);
});

test('a busy machine retries the template before the built-in text, and staff see which messages fell back', async () => {
  const machine = new BusyMachine();
  const helpers = openHelpers(silent, machine.later);
  const busy = await createTestApp({ helpers, transport });
  try {
    const [key, news] = [crypto.randomUUID(), crypto.randomUUID()];
    const { db } = busy.deps.database;
    await db.transaction(async (tx) => {
      const { deps } = busy;
      await queueMessage(tx, deps, { event: 'password-changed', key, data: { user: ann } });
      await queueMessage(tx, deps, { event: 'card-expiring', key: news, data: { user: ann } });
    });
    const idOf = async (one: string) =>
      (await db.select().from(messages).where(eq(messages.key, one)))[0]!.id;
    const [account, other] = [await idOf(key), await idOf(news)];
    const handler = busy.composed.jobs.find(({ job }) => job.id === sendJobs.email.id);
    const late = async (id: number): Promise<void> => {
      machine.late = 1;
      await handler?.run({ contractorId: 0, id });
      const [row] = await db.select().from(messages).where(eq(messages.id, id));
      expect(row).toMatchObject({
        status: 'queued',
        reason: 'The server is busy. Please try again.',
      });
    };
    for (let attempt = 1; attempt < 4; attempt += 1) await late(account);
    // Other events wait until the machine has time: they have no lighter built-in text.
    for (let attempt = 1; attempt < 6; attempt += 1) await late(other);
    machine.late = 1;
    await handler?.run({ contractorId: 0, id: account });
    await handler?.run({ contractorId: 0, id: other });
    expect(smtp.received).toHaveLength(2);
    const admin = await signedInAs(busy, 'admin@demo.test');
    const { data, total } = (await admin.get('/manage/emails/built-in')).json();
    expect(total).toBe(1);
    expect(data).toEqual([
      {
        id: account,
        event: 'password-changed',
        to: 'ann@example.com',
        madeAt: expect.any(String),
        reason:
          'The built-in text was sent, because the template for password-changed failed: The server is busy. Please try again.',
      },
    ]);
  } finally {
    helpers.close();
    await busy.close();
  }
});

test('a message that no process can render waits, and fails after its last attempt', async () => {
  const helpers = openHelpers(silent);
  const other = await createTestApp({ helpers, transport });
  helpers.close();
  try {
    const { db } = other.deps.database;
    const request = { event: 'card-expiring', key: 'closed', data: { user: ann } };
    await db.transaction((tx) => queueMessage(tx, other.deps, request));
    const message = async () =>
      (await db.select().from(messages).where(eq(messages.key, 'closed')))[0]!;
    const { id } = await message();
    const handler = other.composed.jobs.find(({ job }) => job.id === sendJobs.email.id);
    await handler?.run({ contractorId: 0, id });
    expect(await message()).toMatchObject({
      status: 'queued',
      attempts: 1,
      reason: 'The helper is closed',
    });
    await db.update(messages).set({ attempts: 11 }).where(eq(messages.id, id));
    await handler?.run({ contractorId: 0, id });
    expect(await message()).toMatchObject({ status: 'failed', reason: 'The helper is closed' });
  } finally {
    await other.close();
  }
});

test('after any error at the last attempt, staff find the message among the failed ones', async () => {
  const { db } = app.deps.database;
  const key = await queue({ event: 'password-changed' });
  const rename = (from: string, to: string) =>
    app.deps.database.pool.query(`alter table ${from} rename to ${to}`);
  await rename('email_templates', 'hidden_templates');
  try {
    await expect(runAgain(key)).rejects.toThrow();
    expect(await stored(key)).toMatchObject({ status: 'queued', attempts: 1 });
    await db.update(messages).set({ attempts: 11 }).where(eq(messages.key, key));
    await runAgain(key);
  } finally {
    await rename('hidden_templates', 'email_templates');
  }
  const reason = 'An unexpected error occurred on the server. See its log.';
  const { id } = await stored(key);
  expect(app.warnings.at(-1)).toBe(`message ${id} failed for good after 12 attempts`);
  const staff = await signedInAs(app, 'admin@demo.test');
  const { data } = (await staff.get('/manage/emails/failed')).json();
  expect(data).toContainEqual(expect.objectContaining({ id, to: 'ann@example.com', reason }));
});

test('names stay with their addresses, messages are marked as automatic, and questions are answered to the person who asked', async () => {
  const staff = await signedInAs(app, 'admin@demo.test');
  const { id: usedFor } = await newEvent(staff, 'named-news');
  const to = '"Person, First" <a@x.example>, {{ user.firstname }} <{{ user.email }}>, b@x.example';
  const template = {
    type: 1,
    subject: 'News',
    from: 'sender@example.com',
    to,
    body: '<p>Hi</p>',
    usedFor,
    enabled: true,
  };
  await staff.post('/manage/emails/templates', template);
  const evil = {
    firstname: 'Zoë\r\nBcc: evil@x.example',
    lastname: 'Q" <evil@x.example>, "',
    email: 'zoe@example.com',
  };
  await queue({ event: 'named-news', data: { user: evil } });
  const question = { subject: 'Flyers', text: 'How?' };
  await queue({
    event: 'ask-question',
    data: { user: evil, company: { name: 'Zoë & Co' }, question },
  });
  await app.work();
  const [news, asked] = await Promise.all(smtp.received.map(parseMail));
  expect(smtp.received[0]?.recipients).toEqual(['a@x.example', 'zoe@example.com', 'b@x.example']);
  expect(news?.to).toEqual([
    { name: 'Person, First', address: 'a@x.example' },
    { name: 'Zoë Bcc evil x.example', address: 'zoe@example.com' },
    { name: '', address: 'b@x.example' },
  ]);
  expect(headerOf(news!, 'Auto-Submitted')).toBe('auto-generated');
  expect(news?.replyTo).toBeUndefined();
  expect(asked?.replyTo).toEqual([
    { name: 'Zoë Bcc: evil@x.example Q evil@x.example ,', address: 'zoe@example.com' },
  ]);
  expect(headerOf(asked!, 'Auto-Submitted')).toBeUndefined();
  for (const { raw } of smtp.received) expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
});

test.each([
  [
    { company: '', name: 'Alex Romero', email: 'alex@example.com', phone: '' },
    'New lead: Alex Romero',
  ],
  [
    { company: '', name: '', email: 'alex@example.com', phone: '(512) 555-0117' },
    'New lead: alex@example.com',
  ],
  [{ company: '', name: '', email: '', phone: '(512) 555-0117' }, 'New lead: (512) 555-0117'],
  [
    { company: 'Bright Window Co.', name: 'Alex', email: '', phone: '' },
    'New lead: Bright Window Co.',
  ],
])('names a lead %o by its known data: %s', async (lead, subject) => {
  await queue({ event: 'lead-created', data: { lead, link } });
  await app.work();
  expect((await parseMail(smtp.received[0]!)).subject).toBe(subject);
});
