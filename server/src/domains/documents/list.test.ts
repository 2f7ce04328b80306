import { afterAll, beforeAll, expect, test } from 'vitest';
import { canBeFinanced } from '@lintel/contract/documents/lifecycle';
import type { ListedDocument, FullDocument } from '@lintel/contract/documents/views';
import { likelyPayment, type OfferedPayment } from '@lintel/contract/marketing/payment-example';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { onCluster } from '../../../test/machines.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

const run = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  app.deps.database.pool.query<Row>(text, values);
const list = async (client = pro, query = ''): Promise<ListedDocument[]> => {
  const answer = await client.get(`/documents?limit=100${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};

/** The monthly payment that the document itself shows. */
async function monthlyOf(id: number, offersOf: (customerId: number) => Promise<OfferedPayment[]>) {
  const document: FullDocument = (await pro.get(`/documents/${id}`)).json();
  const { pageId, status, balance, customerId } = document;
  if (pageId === null || !canBeFinanced(status)) return null;
  const offers = customerId === null ? [] : await offersOf(customerId);
  return likelyPayment(balance, offers)?.payment ?? null;
}

/** Adds an offer for the full amount to the customer of a financeable estimate. */
async function offerFor(): Promise<number> {
  const { rows } = await run<{ id: string; application: string }>(
    `select d.id, a.application_id as application from documents d
     join customer_applications a on a.contractor_id = 101 and a.customer_id = d.customer_id
     where d.contractor_id = 101 and d.page_id is not null and d.status in ('sent', 'viewed')
       and d.balance_cents between 200000 and 5000000 order by d.id limit 1`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('No document of a customer with an application');
  await run(
    `insert into offers (application_id, contractor_id, reference, kind, lender_name, amount_cents,
       monthly_payment_cents, received_at, chosen_at)
     values ($1, 101, 'of-the-list', 'loan', 'Aspen Lending', 6000000, 77700, $2, $2)`,
    [found.application, app.clock.now()],
  );
  return Number(found.id);
}

test("shows the same monthly payment as the document itself, from each customer's offers", async () => {
  const offered = await offerFor();
  const offersOf = async (customerId: number) =>
    (await pro.get(`/customers/${customerId}/offers`)).json().data;
  const rows = await list();
  for (const { id, monthlyPayment } of rows)
    expect([id, monthlyPayment]).toEqual([id, await monthlyOf(id, offersOf)]);
  const payments = new Map(rows.map(({ id, monthlyPayment }) => [id, monthlyPayment]));
  const balance = rows.find(({ id }) => id === offered)?.balance ?? 0;
  expect(payments.get(offered)).toBe(Math.round((100 * balance * 777) / 60_000) / 100);
  expect([...payments.values()]).toContain(null);
});

test("shows the example payment to a team user who can't see applications", async () => {
  await run(
    "update users set team_access = 'Limited', team_resources = '{documents,customers}' where email = 'team@demo.test'",
  );
  const team = await signedInAs(app, 'team@demo.test');
  for (const { id, monthlyPayment } of await list(team))
    expect([id, monthlyPayment]).toEqual([id, await monthlyOf(id, async () => [])]);
});

// On a cluster, the settings of this session don't reach the machine that plans the query.
test.skipIf(onCluster).each(['updated_at', 'number', 'due_on', 'total_cents', 'balance_cents'])(
  'skips documents with other dates in the index, by %s',
  async (key) => {
    const client = await app.deps.database.pool.connect();
    try {
      await client.query(
        'begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
      );
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from documents where contractor_id = 101 and kind = 'invoice' and issued_on between '2025-03-01' and '2025-03-31'
         order by ${key}, id limit 26`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index Cond: .*issued_on/);
      expect(plan).not.toMatch(/Filter|Sort/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);
