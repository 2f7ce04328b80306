import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { linkWorld } from '../../../test/links.ts';
import { findOrMakeCustomer } from '../customers/index.ts';
import { linkPerson } from './person.ts';
import { moveLinks } from './repository.ts';
import { forgetApplicationLinks, linkRetention } from './retention.ts';

let app: TestApp;
let pro: TestClient;
let world: ReturnType<typeof linkWorld>;
beforeAll(async () => {
  app = await createTestApp({ env: { SMS_PROVIDER: 'sandbox' } });
  app.clock.pass((Date.parse('2027-01-12T18:00:00Z') - app.clock.now().getTime()) / 1000);
  pro = await signedInAs(app, 'pro@demo.test');
  world = linkWorld(app);
  await world.sql("update sent_links set created_at = '2027-01-01'");
});
afterAll(() => app.close());

let made = 0;
const who = () => {
  made += 1;
  return { name: 'Ann Lee', phone: `512555${3000 + made}`, email: `ann${made}@privacy.example` };
};
const text = async (person: object = who()) => {
  const answer = await pro.post('/links', { channel: 'text', asked: true, ...person });
  return answer.json().link as { id: number; customerId: number };
};
const db = () => app.deps.database.db;
const gone = {
  name: 'Personal data removed',
  phone: '',
  email: '',
  reply_to: '',
};

test('an old link is anonymized and keeps its progress and what was confirmed', async () => {
  const { id } = await text({ ...who(), remind: true });
  await app.work();
  await world.sql("update sent_links set created_at = '2025-01-01' where id = $1", [id]);
  const due = { before: new Date('2026-01-01'), now: app.clock.now() };
  expect(await linkRetention.countDue(db(), due)).toBe(1);
  const run = () =>
    db().transaction((tx) => linkRetention.anonymise(tx, { ...due, limit: 10 }, app.context.emit));
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  expect(await world.linkOf(id)).toMatchObject({
    ...gone,
    send_state: 'delivered',
    reminder: 'skipped',
  });
  expect(await world.sendsOf(id)).toMatchObject([
    { confirmed: expect.stringContaining('asked me'), to_hash: expect.stringMatching(/^\w{64}$/) },
  ]);
  const [message] = await world.sql(
    "select recipient, text from messages where channel = 'text' and key = $1",
    [`link-${id}-send-1`],
  );
  expect(message).toEqual({ recipient: null, text: null });
  const jobs = await world.sql('select 1 from graphile_worker._private_jobs where key = $1', [
    `link-reminder:${id}`,
  ]);
  expect(jobs).toEqual([]);
});

test('a person can read which links were sent, and have them removed once', async () => {
  const person = who();
  const { id } = await text(person);
  const source = linkPerson('America/New_York');
  const [item] = await source.copy(db(), person.email, [], 'en');
  expect(item).toMatchObject({
    title: `Link to apply ${id}`,
    facts: expect.arrayContaining([
      ['Contractor', 'Summit Roofing LLC'],
      ['Name', 'Ann Lee'],
      ['Sent by', 'Text message'],
    ]),
  });
  const now = app.clock.now();
  expect((await source.look(db(), person.email, now)).count).toBe(1);
  const erase = () =>
    db().transaction((tx) =>
      source.erase(tx, { email: person.email, until: now, now }, app.context.emit),
    );
  expect((await erase()).count).toBe(1);
  expect((await erase()).count).toBe(0);
  expect(await world.linkOf(id)).toMatchObject(gone);
  const addresses = await source.addresses(db(), { afterId: 0, limit: 1000 });
  expect(addresses.some((one) => one.id === id)).toBe(false);
});

test('a link without an address is removed with its customer', async () => {
  const { email, ...person } = who();
  const { id, customerId } = await text(person);
  await world.sql('update customers set email = $1 where id = $2', [email, customerId]);
  const now = app.clock.now();
  const erased = await db().transaction((tx) =>
    linkPerson('America/New_York').erase(tx, { email, until: now, now }, app.context.emit),
  );
  expect(erased.count).toBe(1);
  expect(await world.linkOf(id)).toMatchObject(gone);
});

test('links are anonymized with their application, and move with a merged customer', async () => {
  const first = await text();
  const second = await text();
  const now = app.clock.now();
  const [application] = await world.sql(
    'select id from applications where contractor_id = 101 order by id limit 1',
  );
  const applicationId = Number(application.id);
  await world.sql('update sent_links set application_id = $1 where id = $2', [
    applicationId,
    first.id,
  ]);
  await db().transaction(async (tx) => {
    await forgetApplicationLinks(tx, [{ contractorId: 101, id: applicationId }], now);
    await moveLinks(tx, { contractorId: 101, from: second.customerId, into: first.customerId });
  });
  expect(await world.linkOf(first.id)).toMatchObject(gone);
  expect(Number((await world.linkOf(second.id)).customer_id)).toBe(first.customerId);
});

test('a link belongs to the existing customer with the same phone', async () => {
  const person = who();
  const customer = await db().transaction((tx) =>
    findOrMakeCustomer(tx, app.clock, {
      contractorId: 101,
      facts: { name: 'Ann M. Lee', phone: person.phone },
      origin: 'hand',
      byId: null,
    }),
  );
  expect((await text(person)).customerId).toBe(customer.id);
});
