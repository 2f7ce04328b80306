import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askedForText } from '@lintel/contract/links/constants';
import { createTestApp, signedInAs, type TestApp } from '../../../test/app.ts';
import { content, deskOf, type Desk } from '../../../test/desk.ts';
import { linkWorld } from '../../../test/links.ts';
import { startTwilio, type Twilio } from '../../../test/twilio.ts';

let app: TestApp;
let twilio: Twilio;
let desk: Desk;
let world: ReturnType<typeof linkWorld>;
beforeAll(async () => {
  twilio = await startTwilio(() => app.clock.now());
  app = await createTestApp({ env: twilio.env });
  // Noon in Denver.
  app.clock.pass((Date.parse('2027-01-12T19:00:00Z') - app.clock.now().getTime()) / 1000);
  desk = await deskOf(app);
  world = linkWorld(app);
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
  await world.sql("delete from graphile_worker._private_jobs where key like 'text:%'");
});

const byText = { by: 'text', asked: true };

test('sends a document by text after the contractor confirms the request, and tracks its delivery', async () => {
  const draft = await desk.write();
  const unasked = await desk.tryTo(draft, 'send', { version: draft.version, by: 'text' });
  expect(unasked.statusCode).toBe(422);
  expect(unasked.json().fields).toEqual({
    asked: 'Please confirm that the customer asked for the text.',
  });
  const sent = await desk.send(draft, byText);
  expect(sent).toMatchObject({ status: 'sent', sentRevision: 1 });
  await app.work();
  const [text] = twilio.messages;
  expect(text?.body).toBe(
    `Summit Roofing LLC: here's your estimate ${sent.number} for $2,500.00: ${sent.link?.url} Msg & data rates may apply. Reply HELP for help, STOP to end.`,
  );
  await world.told('delivered');
  await world.told('delivered');
  const { events } = await desk.read(sent.id);
  expect(events.filter(({ kind }) => kind === 'text-delivered')).toHaveLength(1);
  const [kept] = await world.sql(
    "select details from audit_log where action = 'document.sent' and entity_id = $1",
    [String(sent.id)],
  );
  expect(kept?.details.confirmed).toBe(askedForText);
});

test("a document that can't be sent by text stays unchanged, with the reason", async () => {
  const draft = await desk.write();
  await world.replied('STOP', '+13035550142', 'SM-stop-document');
  const answer = await desk.tryTo(draft, 'send', { version: draft.version, ...byText });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    error: 'link_refused',
    message: 'This number has opted out of texts. Please use another method.',
  });
  expect(await desk.read(draft.id)).toMatchObject({ status: 'draft', number: null, link: null });
  await app.work();
  expect(twilio.messages).toHaveLength(0);
  const nobody = await desk.write({
    content: { ...content, customer: { ...content.customer, phone: '' } },
  });
  const lacking = await desk.tryTo(nobody, 'send', { version: nobody.version, ...byText });
  expect(lacking.json().fields).toEqual({ phone: 'This field is required.' });
});

test('texts with documents and links share a limit of three a day per person', async () => {
  const phone = '3035550177';
  let document = await desk.sent();
  for (let turn = 0; turn < 3; turn += 1)
    document = await desk.send(document, { ...byText, phone });
  const answer = await desk.tryTo(document, 'send', {
    version: document.version,
    ...byText,
    phone,
  });
  expect(answer.json()).toMatchObject({ error: 'link_refused' });
});

test("a text waits at night, and a document voided before the morning isn't sent", async () => {
  app.clock.pass(12 * 3600);
  desk = await deskOf(app);
  const sent = await desk.send(await desk.write(), byText);
  await app.work();
  expect(twilio.messages).toHaveLength(0);
  await desk.act(sent, 'void', { reason: 'Wrong customer' });
  app.clock.pass(12 * 3600);
  await world.workNow();
  expect(twilio.messages).toHaveLength(0);
  desk = await deskOf(app);
});

test("another contractor, or a team user without the section, can't send a document by text", async () => {
  const document = await desk.sent();
  const body = { version: document.version, ...byText };
  for (const email of ['free@demo.test', 'canceled@demo.test', 'team@demo.test']) {
    const other = await signedInAs(app, email);
    const answer = await other.post(`/documents/${document.id}/send`, body);
    expect([403, 404], email).toContain(answer.statusCode);
  }
  expect(twilio.messages).toHaveLength(0);
});
