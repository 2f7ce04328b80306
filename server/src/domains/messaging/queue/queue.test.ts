import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { signedCall, startTwilio, type Twilio } from '../../../../test/twilio.ts';
import type { MailTransport, OutgoingMail } from '../../../platform/mail/transport.ts';
import type { ChannelName } from '../events.ts';
import { cancelMessages, forgetMessages, queue } from './index.ts';
import { sendJobs } from './jobs.ts';
import { queueMessage } from '../email/queue.ts';
import { queueText } from '../text/index.ts';

const mails: OutgoingMail[] = [];
const transport: MailTransport = {
  keepsMessages: false,
  send: async (mail) => {
    mails.push(mail);
    return [];
  },
  close: () => {},
};

let app: TestApp;
let twilio: Twilio;
beforeAll(async () => {
  twilio = await startTwilio(() => app.clock.now());
  app = await createTestApp({ env: twilio.env, transport });
  // Noon in Austin.
  app.clock.pass((Date.parse('2027-01-12T18:00:00Z') - app.clock.now().getTime()) / 1000);
  await sql("update contractors set time_zone = 'America/Chicago'");
});
afterAll(async () => {
  await app.close();
  await twilio.close();
});
beforeEach(async () => {
  mails.length = 0;
  twilio.messages.length = 0;
  await sql('delete from messages');
  await sql('delete from call_counters');
  await sql('delete from graphile_worker._private_jobs');
});

const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;

const about = { kind: 'homeowner', id: 7 } as const;

/** Queues a message about application 7 in its own transaction. */
const queued = (channel: ChannelName, key = 'one', contractorId = 101): Promise<unknown> =>
  app.deps.database.db.transaction((tx): Promise<unknown> => {
    if (channel === 'email') {
      const user = { firstname: 'Ann', lastname: 'Lee', email: 'ann@example.com' };
      const request = { event: 'password-changed', key, contractorId, about, data: { user } };
      return queueMessage(tx, app.deps, request);
    }
    const compose = async () => `Hello ${key}`;
    const request = {
      contractorId,
      key,
      kind: 'homeowner-offers',
      about,
      to: '5125550147',
    } as const;
    if (channel === 'text') return queueText(tx, app.deps, { ...request, compose });
    const createdAt = app.clock.now();
    const push = { channel, contractorId, key, event: 'offers', about, deviceId: 1, createdAt };
    return queue(tx, push);
  });

const channels = ['email', 'text', 'push'] as const;
const stored = () =>
  sql(
    'select contractor_id, channel, status, attempts, recipient, payload, anonymised_at from messages order by id',
  );
const jobs = () => sql("select key from graphile_worker.jobs where key ~ '^(email|text|push):'");
const idOf = async (channel: ChannelName): Promise<number> =>
  Number((await sql('select id from messages where channel = $1', [channel]))[0]?.id);
const run = async (channel: ChannelName, of: { contractorId: number; id: number }) =>
  app.composed.jobs.find(({ job }) => job.id === sendJobs[channel].id)?.run(of);

test.each(channels)('the same cause makes one %s, also in parallel', async (channel) => {
  await Promise.all([1, 2, 3, 4].map(() => queued(channel)));
  await queued(channel);
  expect(await stored()).toMatchObject([{ contractor_id: 101, channel, status: 'queued' }]);
  expect(await jobs()).toHaveLength(1);
  await queued(channel, 'one', 102);
  expect(await stored()).toHaveLength(2);
});

test('the same cause makes one message in each channel', async () => {
  for (const channel of channels) await queued(channel);
  expect((await stored()).map(({ channel }) => channel)).toEqual([...channels]);
});

test("a job can't send another contractor's message, or one of another channel", async () => {
  for (const channel of channels) await queued(channel);
  const id = await idOf('email');
  await expect(run('email', { contractorId: 102, id })).rejects.toThrow('The message is missing');
  await expect(run('text', { contractorId: 101, id })).rejects.toThrow('The message is missing');
  expect((await stored()).map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
  expect([mails, twilio.messages]).toEqual([[], []]);
});

test("a delivery report for another contractor's text, or for an e-mail, changes nothing", async () => {
  for (const channel of channels) await queued(channel);
  await app.work();
  const before = await stored();
  expect(before.map(({ status }) => status)).toEqual(['sent', 'sent', 'suppressed']);
  const [text, email] = [await idOf('text'), await idOf('email')];
  const report = (contractorId: number, id: number) => {
    const path = `/api/v1/integrations/texts/${contractorId}/${id}/status`;
    const form = { MessageSid: twilio.messages[0]?.sid ?? '', MessageStatus: 'delivered' };
    return app.app.inject({
      method: 'POST',
      url: path,
      ...signedCall(`http://localhost:3000${path}`, form),
    });
  };
  for (const [contractorId, id] of [
    [102, text],
    [101, email],
    [101, text + 100],
  ] as const)
    expect((await report(contractorId, id)).statusCode).toBe(200);
  expect(await stored()).toEqual(before);
  await report(101, text);
  expect((await stored())[1]).toMatchObject({ status: 'delivered' });
  // Version 1.0 gave texts other ids, which reports about them still use.
  await sql("update messages set status = 'sent', legacy_id = 9999 where channel = 'text'");
  await report(102, 9999);
  expect((await stored())[1]).toMatchObject({ status: 'sent' });
  await report(101, 9999);
  expect((await stored())[1]).toMatchObject({ status: 'delivered' });
});

test('a crash after the hand-over repeats that attempt once, with the same Message-ID', async () => {
  await queued('email');
  await queued('text');
  await sql("alter table messages add constraint crash check (status <> 'sent') not valid");
  const of = async (channel: ChannelName) => ({ contractorId: 101, id: await idOf(channel) });
  try {
    for (const channel of ['email', 'text'] as const)
      await expect(run(channel, await of(channel))).rejects.toThrow();
  } finally {
    await sql('alter table messages drop constraint crash');
  }
  expect(await stored()).toMatchObject([
    { channel: 'email', status: 'queued', attempts: 1 },
    { channel: 'text', status: 'queued', attempts: 1 },
  ]);
  for (const channel of ['email', 'text', 'email', 'text'] as const)
    await run(channel, await of(channel));
  expect((await stored()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  const [first, second, ...more] = mails.map(({ messageId }) => messageId);
  expect([second, more]).toEqual([first, []]);
  // Twilio is asked first whether it has the text.
  expect(twilio.messages).toHaveLength(1);
});

test('erasing a row erases its messages in every channel, and cancels unsent ones', async () => {
  for (const channel of channels)
    for (const contractorId of [101, 102]) await queued(channel, 'one', contractorId);
  const { db } = app.deps.database;
  const forget = () =>
    db.transaction((tx) => forgetMessages(tx, [{ contractorId: 101, ...about }], app.clock.now()));
  await forget();
  const erased = (await stored()).filter((row) => row.contractor_id === 101);
  expect(erased.map(({ channel }) => channel)).toEqual([...channels]);
  for (const row of erased)
    expect(row).toMatchObject({
      status: 'suppressed',
      recipient: null,
      payload: null,
      anonymised_at: expect.any(Date),
    });
  expect(await jobs()).toHaveLength(3);
  await forget();
  const left = (await stored()).filter((row) => row.contractor_id === 102);
  expect(left.map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
});

test('canceling a row also cancels failed messages, in every channel', async () => {
  for (const channel of channels) await queued(channel);
  await sql("update messages set status = 'failed' where channel = 'text'");
  await app.deps.database.db.transaction((tx) =>
    cancelMessages(tx, { contractorId: 102, about }, app.clock.now()),
  );
  expect((await stored()).map(({ status }) => status)).toEqual(['queued', 'failed', 'queued']);
  await app.deps.database.db.transaction((tx) =>
    cancelMessages(tx, { contractorId: 101, about }, app.clock.now()),
  );
  expect((await stored()).map(({ status }) => status)).toEqual(Array(3).fill('suppressed'));
  expect(await jobs()).toEqual([]);
});
