import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Desk } from '@lintel/contract/dashboard';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

const run = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  app.deps.database.pool.query<Row>(text, values);
const desk = async (client = pro): Promise<Desk> => {
  const answer = await client.get('/dashboard/desk?limit=25');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const ids = ({ items }: Desk['overdue']) => items.map(({ documentId }) => documentId);
const daysAgo = (days: number): string =>
  new Date(app.clock.now().getTime() - days * 86_400_000).toISOString();

/** Hides all documents of Summit Roofing except drafts. */
beforeEach(async () => {
  await run("update documents set status = 'void' where contractor_id = 101 and status <> 'draft'");
  await run('update sent_links set canceled_at = now() where contractor_id = 101');
  await run("delete from document_events where contractor_id = 101 and kind = 'text-failed'");
});

/** Creates a document in this state, of Summit Roofing or another contractor. */
async function put(change: Record<string, unknown>): Promise<number> {
  const row = {
    contractor_id: 101,
    kind: 'estimate',
    status: 'viewed',
    content: '{}',
    customer_name: 'Ann Lee',
    total_cents: 120_000,
    balance_cents: 100_000,
    created_at: daysAgo(30),
    updated_at: daysAgo(5),
    ...change,
  };
  const names = Object.keys(row);
  const { rows } = await run<{ id: string }>(
    `insert into documents (${names.join(', ')})
     values (${names.map((_name, place) => `$${place + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  return Number(rows[0]?.id);
}

test('lists overdue invoices, longest overdue first', async () => {
  const due = (days: number) => ({ kind: 'invoice', due_on: daysAgo(days).slice(0, 10) });
  const recent = await put({ ...due(3), status: 'part_paid' });
  const old = await put({ ...due(40), status: 'sent' });
  await put({ ...due(9), status: 'paid' });
  await put({ ...due(-5), status: 'sent' });
  await put({ ...due(9), status: 'sent', contractor_id: 102 });
  const { overdue } = await desk();
  expect(ids(overdue)).toEqual([old, recent]);
  expect(overdue).toMatchObject({ count: 2, isMore: false });
  expect(overdue.items[0]).toMatchObject({
    name: 'Ann Lee',
    kind: 'invoice',
    amount: 1000,
    until: daysAgo(40).slice(0, 10),
  });
});

test('lists estimates that were viewed three days ago and can still be accepted', async () => {
  const seen = (days: number) => ({ viewed_at: daysAgo(days) });
  const older = await put(seen(9));
  const newer = await put(seen(4));
  await put(seen(2));
  await put({ ...seen(9), status: 'declined' });
  await put({ ...seen(9), valid_until: daysAgo(2).slice(0, 10) });
  const { unanswered } = await desk();
  expect(ids(unanswered)).toEqual([newer, older]);
  expect(unanswered.items[0]?.amount).toBe(1200);
});

test.each([
  ['overdue', 'state=overdue'],
  ['unanswered', 'kind=estimate&state=unanswered'],
  ['notInvoiced', 'kind=estimate&state=accepted'],
] as const)('the count matches the list opened with %s', async (kind, query) => {
  const dated = (days: number) => daysAgo(days).slice(0, 10);
  for (const days of [1, 2, 4, 9]) {
    await put({ viewed_at: daysAgo(days) });
    await put({ viewed_at: daysAgo(days), valid_until: dated(days) });
    await put({ viewed_at: daysAgo(days), valid_until: dated(-days) });
    await put({ viewed_at: daysAgo(days), status: 'accepted' });
    await put({ kind: 'invoice', status: 'viewed', viewed_at: daysAgo(9), due_on: dated(days) });
    await put({ kind: 'invoice', status: 'sent', due_on: dated(-days) });
    await put({ viewed_at: daysAgo(9), contractor_id: 102 });
  }
  const section = (await desk())[kind];
  const list = (await pro.get(`/documents?limit=100&${query}`)).json();
  expect(list.total).toBe(section.count);
  expect(section.count).toBeGreaterThan(1);
  const listed = list.data.map(({ id }: { id: number }) => id);
  expect(new Set(listed)).toEqual(new Set(ids(section)));
  expect(listed).toHaveLength(ids(section).length);
  const csv = await pro.get(`/documents-export?format=csv&${query}`);
  expect(csv.headers['x-total-rows']).toBe(String(section.count));
});

test('lists accepted estimates until they have an invoice', async () => {
  const id = await put({ status: 'accepted', answered_at: daysAgo(1) });
  await put({ status: 'invoiced' });
  expect(ids((await desk()).notInvoiced)).toEqual([id]);
});

test('lists failed texts until they are resolved', async () => {
  const id = await put({ status: 'sent' });
  const event = (kind: string, days: number) =>
    run(
      'insert into document_events (contractor_id, document_id, at, kind, details) values (101, $1, $2, $3, $4)',
      [id, daysAgo(days), kind, { reason: 'Not in service' }],
    );
  await event('text-failed', 2);
  const { rows } = await run<{ customer_id: string }>(
    `update sent_links set canceled_at = null, submitted_at = null, channel = 'text', send_state = 'failed',
       failed_at = $1, reason = 'Blocked'
     where contractor_id = 101 and anonymised_at is null and id =
       (select max(id) from sent_links where contractor_id = 101 and anonymised_at is null) returning customer_id`,
    [daysAgo(1)],
  );
  const { failedTexts } = await desk();
  expect(failedTexts.items).toMatchObject([
    { documentId: null, customerId: Number(rows[0]?.customer_id), reason: 'Blocked' },
    { documentId: id, reason: 'Not in service' },
  ]);
  await event('text-delivered', 1);
  await run("update sent_links set failed_at = $1 where send_state = 'failed'", [daysAgo(20)]);
  expect((await desk()).failedTexts.count).toBe(0);
});

test('a team user sees only items of their sections', async () => {
  await put({ status: 'accepted' });
  const limitTo = (...sections: string[]) =>
    run(
      "update users set team_access = 'Limited', team_resources = $1 where email = 'team@demo.test'",
      [sections],
    );
  const team = await signedInAs(app, 'team@demo.test');
  await limitTo('reports-applications');
  expect((await team.get('/dashboard/desk')).statusCode).toBe(403);
  await limitTo('customers');
  expect((await desk(team)).notInvoiced.count).toBe(0);
  await limitTo('documents');
  expect((await desk(team)).notInvoiced.count).toBe(1);
});

test('uses an index for each list', async () => {
  const { rows } = await run<{ name: string }>(
    `select indexname "name" from pg_indexes where indexname in
       ('documents_open', 'documents_viewed', 'documents_status', 'sent_links_failed', 'document_events_failed')`,
  );
  expect(rows).toHaveLength(5);
});

test('the first steps reflect what a new contractor has created', async () => {
  const brand = await signedInAs(app, 'brand@demo.test');
  const steps = async () => (await brand.get('/dashboard/first-steps')).json();
  await run('delete from page_flyers where contractor_id = 102');
  await run('update co_branded_pages set logo_key = null where contractor_id = 102');
  const before = await steps();
  expect(before.done).toMatchObject({ page: true, logo: false, flyer: false });
  await run(
    `insert into page_flyers (page_id, contractor_id, updated_at)
     select id, 102, now() from co_branded_pages where contractor_id = 102 limit 1`,
  );
  expect((await steps()).done.flyer).toBe(true);
  expect(before.isNew).toBe(
    (
      await run(
        'select 1 from applications where contractor_id = 102 and completed_at is not null limit 1',
      )
    ).rows.length === 0,
  );
});
