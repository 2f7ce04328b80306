import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askedForText, sendProblems } from '@lintel/contract/links/constants';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';
import { linkWorld } from '../../../test/links.ts';
import { startTwilio, type Twilio } from '../../../test/twilio.ts';
import { signBody } from '../../platform/crypto/secrets.ts';
import { outboxTransport, type OutgoingMail } from '../../platform/mail/transport.ts';
import { applyCode } from './apply-code.ts';
import { remindRecipient } from './queue-jobs.ts';

const mailSecret = 'a-secret-that-the-e-mail-provider-knows-as-well';

let app: TestApp;
let twilio: Twilio;
let pro: TestClient;
let world: ReturnType<typeof linkWorld>;
let summit: number;
const mails: OutgoingMail[] = [];
beforeAll(async () => {
  twilio = await startTwilio(() => app.clock.now());
  app = await createTestApp({
    env: { ...twilio.env, MAIL_WEBHOOK_SECRET: mailSecret },
    transport: {
      ...outboxTransport,
      send: async (mail) => {
        mails.push(mail);
        return [];
      },
    },
  });
  // Noon in Austin.
  app.clock.pass((Date.parse('2027-01-12T18:00:00Z') - app.clock.now().getTime()) / 1000);
  pro = await signedInAs(app, 'pro@demo.test');
  world = linkWorld(app);
  summit = await world.pageIdOf('summit-roofing');
  await world.sql("update contractors set time_zone = 'America/Chicago' where id = 101");
});
afterAll(async () => {
  await app.close();
  await twilio.close();
});
beforeEach(async () => {
  twilio.messages.length = 0;
  await world.sql("delete from messages where channel = 'text'");
  await world.sql('delete from text_stops');
  await world.sql('delete from call_counters');
  await world.sql(
    "delete from graphile_worker._private_jobs where key like 'text:%' or key like 'link-%'",
  );
});

let made = 0;
/** A person who never received a link. */
const person = () => {
  made += 1;
  const phone = `512555${String(1000 + made).slice(-4)}`;
  return { name: 'Ann Lee', phone, email: `ann${made}@example.com` };
};
type Answer = Awaited<ReturnType<TestClient['post']>>;
const sendAs = (client: TestClient, more: object = {}): Promise<Answer> =>
  client.post('/links', { channel: 'text', asked: true, ...person(), ...more });
const send = (more: object = {}) => sendAs(pro, more);
const idOf = (answer: Answer): number => answer.json().link.id;
/** Advances the clock and signs the contractor in again, because unused sessions expire. */
const pass = async (seconds: number): Promise<void> => {
  app.clock.pass(seconds);
  pro = await signedInAs(app, 'pro@demo.test');
};
const passDays = (days: number) => pass(days * 86_400);

test('a text goes to a customer who agreed, with a link that fills in the form and is tracked to the end', async () => {
  const who = person();
  const answer = await send({ ...who, amount: 12_000 });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toMatchObject({
    message: 'The text is on its way',
    address: null,
    qr: null,
    link: { channel: 'text', state: 'queued', amount: 12_000, pageName: 'summit-roofing' },
  });
  const id = idOf(answer);
  await app.work();
  const [text] = twilio.messages;
  expect(text?.body).toMatch(
    /^Summit Roofing LLC: here's your link to apply for financing of \$12,000: http:\/\/localhost:3000\/l\/[0-9A-Za-z]{13,} Msg & data rates may apply\. Reply HELP for help, STOP to end\.$/,
  );
  expect(await world.linkOf(id)).toMatchObject({ send_state: 'sent', delivered_at: null });
  await world.told('delivered');
  expect(await world.linkOf(id)).toMatchObject({ send_state: 'delivered' });

  const code = world.codeIn(text?.body ?? '');
  const [stored] = await world.sendsOf(id);
  expect(JSON.stringify(stored)).not.toContain(code);
  expect(stored).toMatchObject({ kind: 'first', by: 11, confirmed: askedForText });

  const there = await visitor(app).get(`/l/${code}`);
  expect(there.statusCode).toBe(303);
  expect(there.headers['location']).toBe(
    `http://localhost:3000/p/summit-roofing?source=text#link=${code}`,
  );
  expect(await world.linkOf(id), 'a preview of the phone opens nothing').toMatchObject({
    opens: 0,
  });

  const opened = await world.open(code, summit);
  expect(opened.json()).toEqual({
    firstName: 'Ann',
    lastName: 'Lee',
    phone: who.phone,
    email: who.email,
    requestedAmount: '12000',
  });
  await world.open(code, summit);
  const { opened_at: first, opens } = await world.linkOf(id);
  expect(opens).toBe(2);
  expect(first).not.toBeNull();

  const token = await world.begin('summit-roofing', { link: code });
  const { application_id: applicationId, customer_id: customerId } = await world.linkOf(id);
  expect(await world.sql('select source from applications where id = $1', [applicationId])).toEqual(
    [{ source: 'text' }],
  );
  expect(
    await world.sql('select customer_id from customer_applications where application_id = $1', [
      applicationId,
    ]),
  ).toEqual([{ customer_id: customerId }]);
  expect((await world.submit(token, 'summit-roofing', who)).statusCode).toBe(200);

  const list = (await pro.get(`/links?customerId=${customerId}`)).json();
  expect(list).toMatchObject({
    total: 1,
    data: [
      { state: 'submitted', opens: 2, applicationId: Number(applicationId), mayCancel: false },
    ],
  });
  expect((await world.open(code, summit)).statusCode, 'nothing is told after sending').toBe(404);
  expect((await visitor(app).get(`/l/${code}`)).statusCode, 'the page still opens').toBe(303);
  const { data } = (await pro.get(`/customers/${customerId}/timeline`)).json();
  expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining([
      'link-sent',
      'link-delivered',
      'link-opened',
      'link-started',
      'link-submitted',
    ]),
  );
});

test("a text requires a confirmation of the customer's consent, and a recipient", async () => {
  const refused = await send({ asked: false });
  expect(refused.json()).toMatchObject({ error: 'invalid', fields: { asked: expect.any(String) } });
  const nobody = await pro.post('/links', { channel: 'email', name: '', asked: true });
  expect(nobody.json().fields).toMatchObject({
    name: expect.any(String),
    email: expect.any(String),
  });
  const little = await send({ amount: '999' });
  expect(little.json().fields).toMatchObject({ amount: expect.stringContaining('$1,000') });
  expect(await world.sql("select 1 from messages where channel = 'text'")).toEqual([]);
});

test("an e-mail uses its reader's language, replies go to the contractor, and a link on the screen has a QR code", async () => {
  const who = person();
  const mailed = await send({ ...who, channel: 'email', language: 'es', amount: '15,500' });
  expect(mailed.statusCode, mailed.body).toBe(200);
  await app.work();
  const [message] = await world.sql(
    "select event, subject, text, payload from messages where channel = 'email' and recipient = $1",
    [who.email],
  );
  expect(message).toMatchObject({
    event: 'apply-link-es',
    subject: 'Su enlace para solicitar financiamiento con Summit Roofing LLC',
  });
  expect(mails.find(({ to }) => to[0]?.address === who.email)?.replyTo).toEqual({
    name: 'Summit Roofing LLC',
    address: 'pro@demo.test',
  });
  expect(message.text).toContain('Hola, Ann:');
  expect(message.text).toContain('$15,500');
  expect(await world.linkOf(idOf(mailed))).toMatchObject({ send_state: 'sent', failed_at: null });
  const shown = (await send({ channel: 'qr', asked: false })).json();
  expect(shown.link).toMatchObject({ state: 'sent', to: '' });
  expect(shown.qr).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(shown.address).toMatch(/^http:\/\/localhost:3000\/l\/\w+$/);
  const there = await visitor(app).get(`/l/${world.codeIn(shown.address)}`);
  expect(there.headers['location']).toContain('?source=qr#link=');
});

test('delivery reports can repeat and arrive in any order; only a later status counts', async () => {
  const id = idOf(await send());
  await app.work();
  await world.told('delivered');
  const { delivered_at: at } = await world.linkOf(id);
  await pass(60);
  for (const status of ['sent', 'delivered', 'undelivered']) await world.told(status);
  expect(await world.linkOf(id)).toMatchObject({
    send_state: 'delivered',
    delivered_at: at,
    failed_at: null,
  });
});

test("a delivery report finds its link by its message's columns, whatever the key", async () => {
  const id = idOf(await send({ phone: '5125550143' }));
  const other = idOf(await send({ phone: '5125550144' }));
  await app.work();
  await world.sql(
    "update messages set key = $2 where channel = 'text' and about_kind = 'link' and about_id = $1",
    [other, `link-${id}-send-9`],
  );
  await world.told('delivered');
  expect(await world.linkOf(id)).toMatchObject({ send_state: 'sent' });
  expect(await world.linkOf(other)).toMatchObject({ send_state: 'delivered' });
  // A message not about a link changes none.
  await world.sql(
    "update messages set about_kind = null, key = $2 where channel = 'text' and about_id = $1",
    [id, `link-${id}-send-1-`],
  );
  await world.sql("delete from messages where channel = 'text' and about_kind is not null");
  await world.told('delivered');
  expect(await world.linkOf(id)).toMatchObject({ send_state: 'sent' });
});

test('retries a provider that is overloaded, fails, or times out, and shows the reason', async () => {
  for (const trouble of [
    { status: 429, retryAfter: '30' },
    { status: 500 },
    'never arrives',
  ] as const) {
    twilio.trouble(trouble);
    const answer = await send();
    const id = idOf(answer);
    await app.work();
    const waiting = await world.linkOf(id);
    expect(waiting).toMatchObject({ send_state: 'queued', sent_at: null });
    expect(waiting.reason).not.toBe('');
    const { customerId } = answer.json().link;
    const [shown] = (await pro.get(`/links?customerId=${customerId}`)).json().data;
    expect(shown).toMatchObject({ state: 'queued', reason: waiting.reason, mayResend: false });
    expect(Date.parse(shown.leavesAt)).toBeGreaterThan(app.clock.now().getTime());
    await pass(3600);
    await world.workNow();
    expect(await world.linkOf(id)).toMatchObject({ send_state: 'sent', reason: '' });
  }
  twilio.trouble({ status: 400, code: 21211, message: 'Invalid number' });
  const refused = idOf(await send());
  await app.work();
  expect(await world.linkOf(refused)).toMatchObject({
    send_state: 'failed',
    reason: expect.stringContaining('21211'),
  });
});

test("sends no texts after a STOP reply or to a number that can't receive them", async () => {
  const who = person();
  const first = await send(who);
  await app.work();
  await world.replied('STOP', `+1${who.phone}`, `SM-stop-${who.phone}`);
  const { customerId } = first.json().link;
  const [shown] = (await pro.get(`/links?customerId=${customerId}`)).json().data;
  expect(shown).toMatchObject({ state: 'sent', stopped: true });
  const refused = await send({ customerId, phone: '', email: '' });
  expect(refused.json()).toMatchObject({
    error: 'link_refused',
    message: 'This number has opted out of texts. Please use another method.',
  });
  const looked = await pro.post('/links/preview', { channel: 'text', customerId });
  expect(looked.json()).toMatchObject({ problem: 'stopped' });
  expect((await send({ phone: '4165550147' })).json()).toMatchObject({ error: 'link_refused' });
  const [{ count }] = await world.sql(
    'select count(*)::int from sent_links where customer_id = $1',
    [customerId],
  );
  expect(count, 'what is refused leaves nothing behind').toBe(1);
  twilio.trouble({ status: 400, code: 21610, message: 'Unsubscribed' });
  const blocked = await send();
  await app.work();
  await app.work();
  expect(await world.linkOf(idOf(blocked))).toMatchObject({ send_state: 'failed' });
});

test('sends nothing to an unsubscribed address', async () => {
  const who = person();
  await world.sql("insert into unsubscribers (email, date, source) values ($1, now(), 'manual')", [
    who.email.toUpperCase(),
  ]);
  const refused = await send({ ...who, channel: 'email' });
  expect(refused.json()).toMatchObject({
    error: 'link_refused',
    message: expect.stringContaining('unsubscribed'),
  });
});

test("rejects an address that can't receive e-mail before sending, and shows a bounce on the link", async () => {
  const who = person();
  const bounced = await send({ ...who, channel: 'email' });
  await app.work();
  expect(await world.linkOf(idOf(bounced))).toMatchObject({ send_state: 'sent' });
  const body = JSON.stringify({
    events: [
      {
        id: `bounce-of-${who.email}`,
        type: 'bounced',
        permanent: true,
        email: who.email.toUpperCase(),
        reason: '550 5.1.1 User unknown',
        at: app.clock.now().toISOString(),
      },
    ],
  });
  const answer = await visitor(app).call('POST', '/integrations/mail/events', {
    payload: body,
    headers: {
      'content-type': 'application/json',
      'lintel-signature': signBody(mailSecret, body, app.clock.now()),
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const message = sendProblems.undeliverable;
  expect(await world.linkOf(idOf(bounced))).toMatchObject({
    send_state: 'failed',
    reason: message,
  });
  const refused = await send({ ...who, channel: 'email' });
  expect(refused.json()).toMatchObject({ error: 'link_refused', message });
  const looked = await pro.post('/links/preview', { channel: 'email', ...who });
  expect(looked.json().problem).toBe('undeliverable');
});

test('a text at night waits until morning, as shown before and after sending', async () => {
  await pass(10 * 3600);
  const looked = (await pro.post('/links/preview', { channel: 'text', ...person() })).json();
  expect(looked.words).toContain("Summit Roofing LLC: here's your link");
  expect(looked.leavesAt).toBe('2027-01-13T14:00:00.000Z');
  const answer = await send();
  expect(answer.json().link).toMatchObject({ state: 'queued', leavesAt: looked.leavesAt });
  await app.work();
  expect(twilio.messages).toEqual([]);
  await pass((Date.parse('2027-01-13T15:00:00Z') - app.clock.now().getTime()) / 1000);
  await world.workNow();
  expect(await world.linkOf(idOf(answer))).toMatchObject({ send_state: 'sent' });
  await pass(3 * 3600);
});

test('a canceled link stops working, and its unsent messages are canceled', async () => {
  const shown = (await send({ channel: 'share' })).json();
  const code = world.codeIn(shown.address);
  const { id } = shown.link;
  const canceled = await pro.post(`/links/${id}/cancel`);
  expect(canceled.json().link).toMatchObject({ state: 'canceled', mayCancel: false });
  expect((await pro.post(`/links/${id}/cancel`)).statusCode, 'again it changes nothing').toBe(200);
  const gone = await visitor(app).get(`/l/${code}`);
  expect(gone.statusCode).toBe(404);
  expect(gone.body).toContain('This link is no longer valid');
  expect((await world.open(code, summit)).statusCode).toBe(404);
  await world.begin('summit-roofing', { link: code });
  expect(await world.linkOf(id)).toMatchObject({ started_at: null, application_id: null });
  const waiting = idOf(await send({ remind: true }));
  await pro.post(`/links/${waiting}/cancel`);
  await app.work();
  expect(twilio.messages).toEqual([]);
  expect(await world.linkOf(waiting)).toMatchObject({ reminder: 'skipped' });
  expect((await pro.post(`/links/${waiting}/resend`, { asked: true })).json().error).toBe(
    'link_closed',
  );
});

test('a link can be sent again under another code, after another confirmation', async () => {
  const id = idOf(await send());
  await app.work();
  expect((await pro.post(`/links/${id}/resend`, {})).json().fields).toHaveProperty('asked');
  expect((await pro.post(`/links/${id}/resend`, { asked: true })).statusCode).toBe(200);
  await app.work();
  const codes = twilio.messages.map(({ body }) => world.codeIn(body));
  expect(new Set(codes).size).toBe(2);
  for (const code of codes) expect((await world.open(code, summit)).statusCode).toBe(200);
  expect(await world.sendsOf(id)).toMatchObject([
    { n: 1, kind: 'first', state: 'sent' },
    { n: 2, kind: 'again', state: 'sent', confirmed: askedForText },
  ]);
});

/** Dependencies for other domains' calls; sends nothing. */
const reminders = async () => world.workNow('link-reminder:%');

test("sends one reminder after two days if the link wasn't opened, however often its job runs", async () => {
  const silent = idOf(await send({ remind: true }));
  const opener = await send({ remind: true });
  await app.work();
  await world.open(world.codeIn(twilio.messages[1]?.body ?? ''), summit);
  await passDays(2);
  const handler = app.composed.jobs.find(({ job }) => job.id === remindRecipient.id);
  const of = { contractorId: 101, id: silent };
  await Promise.all([handler?.run(of), handler?.run(of), reminders()]);
  await handler?.run({ contractorId: 101, id: idOf(opener) });
  await app.work();
  expect(twilio.messages.slice(2).map(({ body }) => body)).toEqual([
    expect.stringMatching(/a reminder that you can still apply for financing/),
  ]);
  expect(await world.linkOf(silent)).toMatchObject({ reminder: 'sent', send_state: 'sent' });
  expect(await world.linkOf(idOf(opener))).toMatchObject({
    reminder: 'skipped',
    reminder_reason: 'The link was opened',
  });
  await world.open(world.codeIn(twilio.messages[2]?.body ?? ''), summit);
  expect(await world.linkOf(silent)).toMatchObject({ opens: 1 });
});

test("sends no reminder after a STOP reply, a failed first text, or the contractor's cancellation", async () => {
  const who = person();
  const stopped = idOf(await send({ ...who, remind: true }));
  twilio.trouble({ status: 400, code: 21211, message: 'Invalid number' });
  await app.work();
  const failed = idOf(await send({ remind: true }));
  await app.work();
  const canceled = idOf(await send({ remind: true }));
  await app.work();
  // The first two have the problems.
  const [first, second] = [await world.linkOf(stopped), await world.linkOf(failed)];
  expect(new Set([first.send_state, second.send_state])).toEqual(new Set(['failed', 'sent']));
  await world.replied('STOP', `+1${second.phone}`, `SM-stop-${second.phone}`);
  const sent = twilio.messages.length;
  await passDays(2);
  for (const id of [stopped, failed]) await world.workNow(`link-reminder:${id}`);
  await world.sql("update contractors set payment_status = 'Canceled' where id = 101");
  await reminders();
  await world.sql("update contractors set payment_status = 'Paid' where id = 101");
  await app.work();
  expect(twilio.messages).toHaveLength(sent);
  for (const id of [stopped, failed, canceled])
    expect(await world.linkOf(id)).toMatchObject({ reminder: 'skipped', reminded_at: null });
  expect((await world.linkOf(canceled)).reminder_reason).toBe(
    "Sending requires a paid plan that isn't canceled.",
  );
});

test('a link expires after 90 days, and a closed page or canceled contractor shows who to call', async () => {
  const { address } = (await send({ channel: 'share' })).json();
  const code = world.codeIn(address);
  const look = () => visitor(app).get(`/l/${code}`);
  const turn = (on: boolean) =>
    world.sql('update co_branded_pages set is_active = $1 where id = $2', [on, summit]);
  await turn(false);
  const closed = await look();
  await turn(true);
  expect(closed.statusCode).toBe(410);
  expect(closed.body).toContain('(303) 555-0110');
  await world.sql("update contractors set payment_status = 'Canceled' where id = 101");
  expect((await look()).statusCode).toBe(410);
  await world.sql("update contractors set payment_status = 'Paid' where id = 101");
  await world.sql("update co_branded_pages set page_name = 'summit-renamed' where id = $1", [
    summit,
  ]);
  expect((await look()).headers['location']).toContain('/p/summit-renamed?source=share');
  await world.sql("update co_branded_pages set page_name = 'summit-roofing' where id = $1", [
    summit,
  ]);
  await passDays(91);
  expect((await look()).statusCode).toBe(404);
  expect((await world.open(code, summit)).statusCode).toBe(404);
});

test("counts channels over some days, without other contractors' links", async () => {
  await passDays(400);
  const day = app.clock.now().toISOString().slice(0, 10);
  await send();
  await send();
  await app.work();
  await world.told('delivered');
  await world.open(world.codeIn(twilio.messages[0]?.body ?? ''), summit);
  const { address } = (await send({ channel: 'qr' })).json();
  await world.begin('summit-roofing', { link: world.codeIn(address) });
  const counts = (await pro.get(`/links/counts?from=${day}&to=${day}`)).json();
  expect(counts.channels).toEqual([
    { channel: 'text', sent: 2, delivered: 1, opened: 1, started: 0, submitted: 0 },
    { channel: 'email', sent: 0, delivered: null, opened: 0, started: 0, submitted: 0 },
    { channel: 'qr', sent: 1, delivered: null, opened: 1, started: 1, submitted: 0 },
    { channel: 'share', sent: 0, delivered: null, opened: 0, started: 0, submitted: 0 },
  ]);
  const brand = await signedInAs(app, 'brand@demo.test');
  const theirs = (await brand.get(`/links/counts?from=${day}&to=${day}`)).json();
  expect(theirs.channels.every(({ sent }: { sent: number }) => sent === 0)).toBe(true);
});

test('a customer who continues from a document gets a link without a message, the same one each time', async () => {
  const who = person();
  const { customerId } = (await send({ ...who, channel: 'qr' })).json().link;
  const ask = (amountCents: number) =>
    applyCode(app.context, { contractorId: 101, customerId, amountCents });
  const codes = [await ask(900_000), await ask(1_250_000)];
  for (const code of codes)
    expect((await world.open(code ?? '', summit)).json()).toMatchObject({
      phone: who.phone,
      requestedAmount: '12500',
    });
  const made = await world.sql(
    'select channel, sends from sent_links where customer_id = $1 and created_by is null',
    [customerId],
  );
  expect(made).toEqual([{ channel: 'share', sends: 2 }]);
  expect(
    await applyCode(app.context, { contractorId: 101, customerId: null, amountCents: 1 }),
  ).toBeNull();
  const { data } = (await pro.get(`/customers/${customerId}/timeline`)).json();
  expect(data.map(({ text }: { text: string }) => text)).toContain(
    'The customer continued to the application',
  );
});
