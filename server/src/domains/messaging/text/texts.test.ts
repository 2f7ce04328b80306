import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { signedCall, startTwilio, type Twilio } from '../../../../test/twilio.ts';
import { readConfig } from '../../../platform/config.ts';
import { cancelMessages } from '../queue/index.ts';
import { sendJobs } from '../queue/jobs.ts';
import { queueText } from './index.ts';
import { signTwilio } from './twilio.ts';

let app: TestApp;
let twilio: Twilio;
let staff: TestClient;
beforeAll(async () => {
  twilio = await startTwilio(() => app.clock.now());
  app = await createTestApp({ env: twilio.env });
  // Noon in Austin.
  app.clock.pass((Date.parse('2027-01-12T18:00:00Z') - app.clock.now().getTime()) / 1000);
  staff = await signedInAs(app, 'admin@demo.test');
  await sql("update contractors set time_zone = 'America/Chicago'");
});
afterAll(async () => {
  await app.close();
  await twilio.close();
});
beforeEach(async () => {
  twilio.messages.length = 0;
  twilio.calls.length = 0;
  await sql("delete from messages where channel = 'text'");
  await sql('delete from text_stops');
  await sql('delete from call_counters');
  await sql("delete from graphile_worker._private_jobs where key like 'text:%'");
});

const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;

let made = 0;
const austin = '(512) 555-0147';
/** Queues a text in its own transaction. */
const queue = (
  more: Partial<{ to: string; key: string; body: string; contractorId: number }> = {},
) => {
  const {
    to = austin,
    key = `text-${(made += 1)}`,
    body = `Hello ${key}`,
    contractorId = 101,
  } = more;
  return app.deps.database.db.transaction((tx) =>
    queueText(tx, app.deps, {
      contractorId,
      key,
      kind: 'homeowner-offers',
      about: { kind: 'homeowner', id: 7 },
      to,
      compose: async () => body,
    }),
  );
};
/** Runs jobs that are scheduled for later, too: the handlers use the test's clock. */
const workNow = async () => {
  await sql("update graphile_worker._private_jobs set run_at = now() where key like 'text:%'");
  await app.work();
};
const texts = () =>
  sql(
    "select id, status, reason, attempts, segments, encoding, provider_id, payload, text, due_at from messages where channel = 'text' order by id",
  );
const states = async () => (await texts()).map(({ status }) => status);
const bodies = () => twilio.messages.map(({ body }) => body);

const api = 'http://localhost:3000/api/v1';
const call = (path: string, form: Record<string, string>, more: object = {}) =>
  app.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    ...signedCall(api + path, form),
    ...more,
  });
const replied = (Body: string, from = '+15125550147', id = `SM-reply-${(made += 1)}`, more = {}) =>
  call('/integrations/texts/replies', {
    MessageSid: id,
    From: from,
    To: '+15125550100',
    Body,
    ...more,
  });
const told = async (status: string, more: Record<string, string> = {}) => {
  const [row] = await sql(
    "select id, contractor_id, provider_id from messages where channel = 'text' order by id desc limit 1",
  );
  return call(`/integrations/texts/${row.contractor_id}/${row.id}/status`, {
    MessageSid: row.provider_id ?? 'SM1',
    MessageStatus: status,
    ...more,
  });
};

test('sends a text once, counts its segments, and keeps its content encrypted until then and cleared afterwards', async () => {
  expect(await queue({ key: 'one', body: 'Hello' })).toBe('queued');
  expect(await queue({ key: 'one', body: 'Hello again' })).toBe('already');
  const [waiting] = await texts();
  expect(waiting).toMatchObject({ status: 'queued', segments: 1, encoding: 'GSM-7', text: null });
  expect(waiting.payload).not.toContain('Hello');
  await Promise.all([app.work(), app.work()]);
  expect(bodies()).toEqual(['Hello']);
  expect(twilio.messages[0]?.form).toMatchObject({
    To: '+15125550147',
    From: '+15125550100',
    StatusCallback: expect.stringMatching(
      /^http:\/\/localhost:3000\/api\/v1\/integrations\/texts\/101\/\d+\/status$/,
    ),
    ValidityPeriod: '14400',
  });
  const [sent] = await texts();
  expect(sent).toMatchObject({ status: 'sent', payload: null, text: null, attempts: 1 });
  const handler = app.composed.jobs.find(({ job }) => job.id === sendJobs.text.id);
  await handler?.run({ contractorId: 101, id: Number(sent.id) });
  expect(bodies()).toHaveLength(1);
});

test('sends nothing after a rollback, to an invalid number, or without a provider', async () => {
  const request = {
    contractorId: 101,
    key: 'x',
    kind: 'homeowner-offers',
    about: { kind: 'homeowner', id: 7 },
    to: austin,
  } as const;
  const compose = async () => 'Hello';
  await app.deps.database.db
    .transaction(async (tx) => {
      await queueText(tx, app.deps, { ...request, compose });
      throw new Error('back');
    })
    .catch(() => undefined);
  expect(await texts()).toEqual([]);
  expect(await queue({ to: '(416) 555-0147' })).toBe('no-number');
  expect(
    await app.deps.database.db.transaction((tx) =>
      queueText(tx, { ...app.deps, texts: () => null }, { ...request, compose }),
    ),
  ).toBe('off');
});

test('sends nothing at night: the text waits for 8 am there, and again when its job is late', async () => {
  app.clock.pass(9.5 * 3600);
  await queue();
  const [waiting] = await texts();
  expect(waiting.due_at.toISOString()).toBe('2027-01-13T14:00:00.000Z');
  await workNow();
  expect(bodies()).toEqual([]);
  app.clock.pass(10.5 * 3600);
  await workNow();
  expect(bodies()).toHaveLength(1);
  // Two minutes before 9 pm, the provider drops it rather than send it at night.
  app.clock.pass(12 * 3600 + 58 * 60);
  await queue({ key: 'late' });
  await workNow();
  expect(twilio.messages[1]?.form['ValidityPeriod']).toBe('120');
  app.clock.pass(-(9.5 + 10.5 + 12 + 58 / 60) * 3600);
});

test('a text by day leaves at once, although the clock moves on while it is prepared', async () => {
  const start = app.clock.now().getTime();
  let passed = 0;
  const clock = vi
    .spyOn(app.clock, 'now')
    .mockImplementation(() => new Date(start + (passed += 1)));
  try {
    await queue({ body: 'By day' });
    await app.work();
  } finally {
    clock.mockRestore();
  }
  expect(bodies()).toEqual(['By day']);
  expect(await texts()).toMatchObject([{ status: 'sent', attempts: 1, due_at: null }]);
});

test('retries a rate-limited provider after the time that it requests', async () => {
  await queue();
  twilio.trouble({ status: 429, code: 20429, message: 'Too Many Requests', retryAfter: '900' });
  await app.work();
  const [row] = await texts();
  expect(row).toMatchObject({ status: 'queued', attempts: 1 });
  expect(row.due_at.getTime() - app.clock.now().getTime()).toBe(900_000);
  await workNow();
  expect(await states()).toEqual(['sent']);
  // A clear rejection needs no lookup.
  expect(twilio.calls.filter((one) => one.startsWith('GET'))).toEqual([]);
});

test.each(['lost', 'never arrives', { status: 500 }, { status: 503 }] as const)(
  'after an unclear response (%o), looks the text up and sends it once',
  async (trouble) => {
    await queue();
    twilio.trouble(trouble);
    await app.work();
    expect((await texts())[0]).toMatchObject({ status: 'queued', attempts: 1 });
    await workNow();
    expect(await states()).toEqual(['sent']);
    expect(bodies()).toHaveLength(1);
    expect(twilio.calls.filter((one) => one.startsWith('GET'))).toHaveLength(1);
  },
);

test("a process that dies while sending doesn't cause a second text", async () => {
  await queue({ key: 'crash', body: 'Once' });
  twilio.trouble('lost');
  await app.work();
  // The state after a crash: the attempt was recorded, but not its outcome.
  await sql("update messages set reason = null, due_at = null where channel = 'text'");
  await workNow();
  expect(bodies()).toEqual(['Once']);
  expect(await states()).toEqual(['sent']);
});

test('a text that the provider rejects fails; staff see the reason and retry', async () => {
  await queue({ to: '(512) 555-0199' });
  twilio.trouble({ status: 400, code: 21211, message: 'Invalid To' });
  await app.work();
  const { data } = (await staff.get('/manage/texts?filters[status]=failed')).json();
  expect(data).toMatchObject([
    {
      to: '(512) 555-0199',
      about: 'Offers available',
      reason: 'Twilio answered 21211: Invalid To',
      retriable: true,
      segments: 1,
    },
  ]);
  expect((await staff.post(`/manage/texts/${data[0].id}/retry`)).statusCode).toBe(200);
  await app.work();
  expect(await states()).toEqual(['sent']);
  expect((await staff.post(`/manage/texts/${data[0].id}/retry`)).statusCode).toBe(404);
});

test('retries for hours with wrong provider credentials, and then staff find the text', async () => {
  await queue();
  for (let round = 0; round < 10; round += 1) {
    twilio.trouble({ status: 401, code: 20003, message: 'Authenticate' });
    await workNow();
  }
  expect((await texts())[0]).toMatchObject({
    status: 'failed',
    attempts: 10,
    reason: 'Twilio answered 20003: Authenticate',
  });
});

test('STOP blocks a number for every contractor, including waiting texts; START undoes it', async () => {
  await queue({ key: 'waits' });
  const answer = await replied(' stop\n');
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    expect.stringContaining('text/xml'),
    '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
  ]);
  await app.work();
  expect(await states()).toEqual(['suppressed']);
  expect(await queue({ contractorId: 102 })).toBe('stopped');
  expect(await queue({ to: '(512) 555-0148' })).toBe('queued');
  await replied('Start');
  expect(await queue({ contractorId: 102 })).toBe('queued');
  const audited = await sql(
    "select action, entity_id, details from audit_log where entity = 'phone' order by id desc limit 2",
  );
  expect(audited.map(({ action, entity_id: number }) => [action, number])).toEqual([
    ['text.resumed', '+15125550147'],
    ['text.stopped', '+15125550147'],
  ]);
});

test.each([
  'STOPALL',
  'Unsubscribe',
  'CANCEL',
  'End',
  'QUIT',
  'Stop texting me!',
  'opt out',
  'Revoke',
  'ALTO',
  'parar por favor',
])('%s stops texts, too', async (word) => {
  await replied(word);
  expect(await queue()).toBe('stopped');
});

test.each([
  'Thanks, when can you start?',
  'please don’t stop',
  '',
  'START the work on Monday',
  'YES',
])('ignores other words: %s', async (said) => {
  expect((await replied(said)).statusCode).toBe(200);
  expect(await queue()).toBe('queued');
  await replied('STOP');
  await replied(said);
  expect(await sql('select 1 from text_stops')).toHaveLength(1);
});

test('a repeated reply after its opposite changes nothing', async () => {
  await replied('STOP', undefined, 'SM-stop-1');
  await replied('START', undefined, 'SM-start-1');
  await replied('STOP', undefined, 'SM-stop-1');
  expect(await queue()).toBe('queued');
  await Promise.all([1, 2, 3].map(() => replied('STOP', undefined, 'SM-stop-2')));
  expect(await sql('select 1 from text_stops')).toHaveLength(1);
});

test('answers HELP, unless the provider already did', async () => {
  expect((await replied('help')).body).toMatch(
    /<Message>Lintel: texts about .* Reply STOP to end\.<\/Message>/,
  );
  expect((await replied('HELP', undefined, undefined, { OptOutType: 'HELP' })).body).not.toContain(
    'Message',
  );
});

test('a number that opted out at the provider is stopped here, too', async () => {
  await queue();
  twilio.trouble({
    status: 400,
    code: 21610,
    message: 'Attempt to send to unsubscribed recipient',
  });
  await app.work();
  expect((await texts())[0]).toMatchObject({
    status: 'failed',
    reason: 'The recipient opted out of texts at Twilio',
  });
  expect(await queue()).toBe('stopped');
});

test("a delivery status counts once, and in the order of a text's life", async () => {
  await queue();
  await app.work();
  await told('delivered');
  await told('sent');
  await told('undelivered', { ErrorCode: '30003' });
  await told('delivered');
  expect((await texts())[0]).toMatchObject({ status: 'delivered', reason: null });
  await queue();
  await app.work();
  await told('undelivered', { ErrorCode: '30006' });
  await told('sent');
  expect((await texts())[1]).toMatchObject({
    status: 'undelivered',
    reason: "This is a landline, or its carrier doesn't accept texts (Twilio 30006)",
  });
  // A status for another text, or an unknown one, changes nothing.
  await told('delivered', { MessageSid: 'SM-of-somebody' });
  await told('whatever');
  expect((await states())[1]).toBe('undelivered');
});

test("a text that arrived after a lost response isn't sent again", async () => {
  await queue();
  twilio.trouble('lost');
  await app.work();
  await told('delivered', { MessageSid: twilio.messages[0]?.sid ?? '' });
  await workNow();
  expect(bodies()).toHaveLength(1);
  expect(await states()).toEqual(['delivered']);
});

test('accepts only requests signed by the provider', async () => {
  await queue();
  await app.work();
  const [row] = await texts();
  const path = `/integrations/texts/101/${row.id}/status`;
  const form = { MessageSid: row.provider_id, MessageStatus: 'delivered' };
  const signed = signedCall(api + path, form);
  const tries = [
    { headers: { ...signed.headers, 'x-twilio-signature': 'nonsense' } },
    { headers: { 'content-type': signed.headers['content-type'] } },
    // Signed for another text, with another field, and with another token.
    signedCall(`${api}/integrations/texts/101/${Number(row.id) + 1}/status`, form),
    { headers: signedCall(api + path, { ...form, MessageStatus: 'failed' }).headers },
    {
      headers: {
        ...signed.headers,
        'x-twilio-signature': signTwilio('2'.repeat(32), api + path, form),
      },
    },
  ];
  for (const one of tries) expect((await call(path, form, one)).statusCode).toBe(401);
  const stop = { MessageSid: 'SM9', From: '+15125550147', Body: 'STOP' };
  const unsigned = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expect((await call('/integrations/texts/replies', stop, unsigned)).statusCode).toBe(401);
  expect(await states()).toEqual(['sent']);
  expect(await sql('select 1 from text_stops')).toEqual([]);
});

test("computes the signature of Twilio's documented example", () => {
  const form = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  };
  expect(signTwilio('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form)).toBe(
    'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
  );
});

test("limits a number's texts a day across contractors", async () => {
  const results = [];
  for (let round = 0; round < 10; round += 1)
    results.push(await queue({ contractorId: 101 + (round % 3) }));
  expect(results.filter((one) => one === 'queued')).toHaveLength(8);
  expect(results.slice(8)).toEqual(['limited', 'limited']);
  app.clock.pass(86_401);
  expect(await queue()).toBe('queued');
  app.clock.pass(-86_401);
});

test("a text that is no longer true is canceled and can't be retried", async () => {
  await queue({ key: 'homeowner-7-choice-1' });
  await queue({ key: 'homeowner-70-choice-1' });
  await queue({ key: 'homeowner-7-choice-1', contractorId: 102 });
  await app.deps.database.db.transaction((tx) =>
    cancelMessages(
      tx,
      {
        contractorId: 101,
        about: { kind: 'homeowner', id: 7 },
        starts: ['homeowner-7-choice-'],
      },
      app.clock.now(),
    ),
  );
  await app.work();
  expect(await states()).toEqual(['suppressed', 'sent', 'sent']);
});

test("staff stop and restart a number, but can't restart one whose owner opted out", async () => {
  const post = (what: string, number: string) =>
    staff.post(`/manage/texts/stopped/${what}`, { number });
  expect((await post('stop', austin)).json()).toEqual({
    message: 'This number no longer receives texts.',
  });
  expect(await queue()).toBe('stopped');
  expect((await staff.get('/manage/texts/stopped?filters[number]=512-555')).json().data).toEqual([
    { id: 15125550147, number: austin, since: expect.any(String), source: 'staff' },
  ]);
  expect((await post('resume', '512 555 0147')).statusCode).toBe(200);
  expect((await post('resume', austin)).statusCode).toBe(404);
  await replied('STOP');
  expect((await post('resume', austin)).statusCode).toBe(409);
  expect((await post('stop', '1234567890')).json().fields.number).toBe(
    'Please enter a 10-digit number.',
  );
});

test("staff without these privileges, contractors, and visitors can't see texts", async () => {
  const pro = await signedInAs(app, 'pro@demo.test');
  for (const one of [pro, visitor(app)])
    for (const path of ['/manage/texts', '/manage/texts/stopped'])
      expect([401, 403]).toContain((await one.get(path)).statusCode);
});

test('checks the settings at startup and reports a problem in one line', () => {
  const of = (env: Record<string, string>) => () => readConfig({ NODE_ENV: 'test', ...env });
  const { SMS_PROVIDER, ...rest } = twilio.env;
  expect(of({ SMS_PROVIDER: 'twilio' })).toThrow(
    'Invalid setting: SMS_PROVIDER=twilio requires TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and TWILIO_FROM',
  );
  expect(of({ SMS_PROVIDER, ...rest, TWILIO_FROM: '555' })).toThrow(
    /^Invalid setting: TWILIO_FROM must be a number/,
  );
  expect(of({})().SMS_PROVIDER).toBe('sandbox');
});
