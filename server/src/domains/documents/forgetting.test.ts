import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FullDocument } from '@lintel/contract/documents/views';
import { createTestApp, visitor, type TestApp } from '../../../test/app.ts';
import { content, deskOf, type Desk } from '../../../test/desk.ts';
import { documentPerson, documentRetention } from './index.ts';

let app: TestApp;
let desk: Desk;
beforeAll(async () => {
  app = await createTestApp();
  desk = await deskOf(app);
});
afterAll(() => app.close());

let people = 0;
/** Content with a person who appears nowhere else. */
function somebody() {
  people += 1;
  const email = `robin${people}@forget.example`;
  return {
    email,
    content: { ...content, customer: { ...content.customer, name: 'Robin Vale', email } },
  };
}
const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;
const stored = async (id: number): Promise<string> =>
  JSON.stringify([
    await sql('select * from documents where id = $1', [id]),
    await sql('select * from document_revisions where document_id = $1', [id]),
    await sql('select * from document_events where document_id = $1', [id]),
    await sql('select * from document_payments where document_id = $1', [id]),
  ]);
const accept = ({ link, sentRevision }: FullDocument) =>
  visitor(app).call('POST', new URL(link?.url ?? 'none:').pathname, {
    payload: `do=accept&revision=${sentRevision}&name=Robin+Vale&agreed=on`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

test("invoices and accepted estimates keep their person for years; drafts and unaccepted estimates don't", async () => {
  const { db } = app.deps.database;
  const draft = await desk.write(somebody());
  const unanswered = await desk.sent(somebody());
  const accepted = await desk.sent(somebody());
  await accept(accepted);
  const invoice = await desk.sent({ kind: 'invoice', ...somebody() });
  await app.work();
  const all = [draft, unanswered, accepted, invoice].map(({ id }) => id);
  await sql("update documents set updated_at = '2001-01-01' where id = any($1)", [all]);
  const due = { before: new Date('2002-01-01'), now: app.clock.now() };
  const [records, drafts] = documentRetention;
  expect(await records?.countDue(db, due)).toBe(2);
  expect(await drafts?.countDue(db, due)).toBe(2);
  const run = () =>
    db.transaction(async (tx) => drafts?.anonymise(tx, { ...due, limit: 10 }, app.context.emit));
  expect(await run()).toBe(2);
  expect(await run()).toBe(0);
  for (const { id } of [draft, unanswered])
    expect(await stored(id)).not.toMatch(/Robin|Larkspur|forget/);
  for (const { id } of [accepted, invoice]) expect(await stored(id)).toContain('Robin Vale');
  const gone = await desk.read(unanswered.id);
  expect(gone).toMatchObject({ total: 2500, number: unanswered.number, link: null });
  const page = await visitor(app).get(new URL(unanswered.link?.url ?? 'none:').pathname);
  expect(page.statusCode).toBe(404);
  const pdf = await desk.client.get(`/documents/${unanswered.id}/revisions/1/pdf`);
  expect(pdf.statusCode).toBe(404);
  expect(
    await db.transaction(async (tx) =>
      records?.anonymise(tx, { ...due, limit: 10 }, app.context.emit),
    ),
  ).toBe(2);
  // The person's signature is erased, too.
  expect(await stored(accepted.id)).not.toMatch(/Robin|Larkspur|forget/);
});

test('a person gets an export, and what a contractor need not keep is deleted', async () => {
  const { db } = app.deps.database;
  const person = documentPerson('America/Denver');
  const who = somebody();
  const estimate = await desk.sent(who);
  const invoice = await desk.sent({ kind: 'invoice', ...who });
  const items = await person.copy(db, who.email, [], 'en');
  expect(items.map(({ title }) => title)).toEqual([
    `Estimate ${estimate.number}`,
    `Invoice ${invoice.number}`,
  ]);
  expect(items[0]?.facts).toContainEqual(['Total', '$2,500.00']);
  const now = app.clock.now();
  expect((await person.look(db, who.email, now)).kept).toHaveLength(1);
  const erasing = { email: who.email, until: now, now };
  const erased = await db.transaction((tx) => person.erase(tx, erasing, app.context.emit));
  expect(erased).toMatchObject({ count: 1, waits: false });
  expect(await stored(estimate.id)).not.toMatch(/Robin|forget/);
  expect(await stored(invoice.id)).toContain('Robin Vale');
  expect((await db.transaction((tx) => person.erase(tx, erasing, app.context.emit))).count).toBe(0);
  const all = await person.addresses(db, { afterId: 0, limit: 1_000 });
  expect(all.some(({ email }) => email === who.email)).toBe(true);
});

test('cancels an unsent notification of an answer when its person is erased', async () => {
  const { db } = app.deps.database;
  const person = documentPerson('America/Denver');
  const who = somebody();
  const answered = async (answer: 'accept' | 'decline') => {
    const { id, link, sentRevision } = await desk.sent(who);
    await visitor(app).call('POST', new URL(link?.url ?? 'none:').pathname, {
      payload: `do=${answer}&revision=${sentRevision}&name=Robin+Vale&agreed=on&reason=Robin+moved`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    return id;
  };
  const [accepted, declined] = [await answered('accept'), await answered('decline')];
  // Belongs to another document, whose id begins with the same digits.
  const others = `document-declined:101:${declined}0:1:1`;
  for (const [key, about] of [
    [`document-declined:101:${declined}:1:1`, declined],
    [others, `${declined}0`],
  ])
    await sql(
      `insert into messages (channel, contractor_id, key, event, about_kind, about_id, status, message_id, recipient, subject, payload, created_at)
       values ('email', $1, $2, 'document-declined', 'document-answer', $3, 'queued', $2, 'pro@demo.test', 'Robin', null, now())`,
      [101, key, about],
    );
  const now = app.clock.now();
  await db.transaction((tx) =>
    person.erase(tx, { email: who.email, until: now, now }, app.context.emit),
  );
  const left = await sql(
    "select key, status, subject from messages where channel = 'email' and key like 'document-declined:%' order by id",
  );
  expect(left.slice(-2)).toMatchObject([
    { status: 'suppressed', subject: null },
    { key: others, status: 'queued', subject: 'Robin' },
  ]);
  const jobs = await sql('select key from graphile_worker.jobs where key like $1 or key like $2', [
    `email-news:document-accepted:101:${accepted}:%`,
    `email-news:document-declined:101:${declined}:%`,
  ]);
  expect(jobs).toEqual([]);
});
