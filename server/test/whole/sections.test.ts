import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '@lintel/contract/all';
import { teamSections } from '@lintel/contract/identity/team';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { createTestApp, signedInAs, TestClient, type TestApp } from '../app.ts';
import { content, deskOf } from '../desk.ts';

/** Words that appear in one section's data only, and the sections that may show them. */
const marked: Record<string, readonly (typeof teamSections)[number][]> = {
  Applicantmark: ['reports-applications'],
  'applicant.mark@example.com': ['reports-applications'],
  '3035550191': ['reports-applications'],
  Lendermark: ['reports-applications'],
  '/reports-applications/': ['reports-applications'],
  'Received offers': ['reports-applications'],
  Customermark: ['customers'],
  'customer.mark@example.com': ['customers'],
  '3035550192': ['customers'],
  'Streetmark 5': ['customers'],
  Billedmark: ['documents'],
  'billed.mark@example.com': ['documents'],
  Projectmark: ['documents'],
};
/** Fields with application data, in any response. */
const applicationFields = ['applicationId', 'startedAt', 'submittedAt', 'fundedAmount'];

let app: TestApp;
let ids: { customer: number; document: number; application: number; link: number };
const run = (text: string, values: unknown[] = []) =>
  app.deps.database.pool.query(text, values).then(({ rows }) => rows);

beforeAll(async () => {
  app = await createTestApp();
  ids = await plant();
});
afterAll(() => app.close());

/** One person who is an applicant, a customer, and on a document, with a different name in each. */
async function plant(): Promise<typeof ids> {
  const owner = await signedInAs(app, 'pro@demo.test');
  const made = await owner.post('/customers', {
    name: 'Customermark',
    phone: '3035550192',
    email: 'customer.mark@example.com',
    street: 'Streetmark 5',
  });
  const customer: number = made.json().data.id;
  const [{ id, offer }] = await run(
    `select a.id::int, min(o.id)::int offer from applications a join offers o on o.contractor_id = a.contractor_id
       and o.application_id = a.id and o.funded_at is not null
     where a.contractor_id = 101 group by a.id order by a.id limit 1`,
  );
  await run(
    `update applications set applicant_name = 'Applicantmark', email = 'applicant.mark@example.com',
       phone = '3035550191' where contractor_id = 101 and id = $1`,
    [id],
  );
  await run(`update offers set lender_name = 'Lendermark' where contractor_id = 101 and id = $1`, [
    offer,
  ]);
  await run('delete from customer_applications where contractor_id = 101 and application_id = $1', [
    id,
  ]);
  await run(
    'insert into customer_applications (contractor_id, application_id, customer_id, at) values (101, $1, $2, now())',
    [id, customer],
  );
  await run(
    `insert into customer_events (contractor_id, customer_id, at, kind, details)
     values (101, $1, now(), 'application', '{}')`,
    [customer],
  );
  const sent = await owner.post('/links', { customerId: customer, channel: 'qr' });
  const link: number = sent.json().link.id;
  await run(
    `update sent_links set opened_at = now(), started_at = now(), submitted_at = now(), application_id = $1,
       reminder = 'skipped', reminder_reason = 'The application was sent' where contractor_id = 101 and id = $2`,
    [id, link],
  );
  const desk = await deskOf(app);
  const billed = { ...content.customer, name: 'Billedmark', email: 'billed.mark@example.com' };
  const written = { ...content, projectName: 'Projectmark', customer: billed };
  const document = await desk.sent({ kind: 'invoice', customerId: customer, content: written });
  const paid = await desk.tryTo(document, 'funding', { applicationId: id, evenIfOverpaid: true });
  expect(paid.statusCode, paid.body).toBe(200);
  return { customer, document: document.id, application: id, link };
}

async function teamUserWith(sections: readonly string[]): Promise<TestClient> {
  await run(
    "update users set team_access = 'Limited', team_resources = $1 where email = 'team@demo.test'",
    [sections],
  );
  return new TestClient(app.app).signIn('team@demo.test');
}

/** An endpoint's address with the planted rows. */
function addressOf({ path }: EndpointSpec): string {
  const id = path.startsWith('/customers/{')
    ? ids.customer
    : path.startsWith('/documents/{')
      ? ids.document
      : path.startsWith('/reports-applications/{')
        ? ids.application
        : 101;
  const values: Record<string, unknown> = { id, contractorId: 101, revision: 1, pageId: 1, pid: 1 };
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? 1));
}

/** The response to the broadest query. */
async function answerOf(client: TestClient, spec: EndpointSpec) {
  const address = addressOf(spec);
  const asked = await client.get(`${address}?customerId=${ids.customer}&kind=invoice&limit=100`);
  if (asked.statusCode !== 400) return asked;
  const shorter = await client.get(`${address}?customerId=${ids.customer}&kind=invoice&limit=25`);
  return shorter.statusCode === 400 ? client.get(address) : shorter;
}

/** The fields of a response with application data. */
function applicationFieldsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(applicationFieldsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(applicationFields.includes(key) && inner !== null ? [key] : []),
    ...applicationFieldsIn(inner),
  ]);
}

const reads = allEndpoints.filter(
  ({ method, access, name }) =>
    method === 'GET' && access.kind === 'privilege' && name !== 'identity.switch',
);

test('a team user who has all sections sees the planted words', async () => {
  const client = await teamUserWith(teamSections);
  const bodies: string[] = [];
  for (const spec of reads) bodies.push((await answerOf(client, spec)).body);
  for (const word of Object.keys(marked))
    expect(
      bodies.some((body) => body.includes(word)),
      word,
    ).toBe(true);
}, 300_000);

test.each(teamSections)(
  "a team user with %s only can't read another section",
  async (section) => {
    const client = await teamUserWith([section]);
    let open = 0;
    for (const spec of reads) {
      const answer = await answerOf(client, spec);
      if (answer.statusCode !== 200) continue;
      open += 1;
      for (const [word, sections] of Object.entries(marked))
        if (!sections.includes(section))
          expect(answer.body.includes(word), `${spec.name} shows ${word}`).toBe(false);
      const isJson = String(answer.headers['content-type']).includes('json');
      const ofOther = section !== 'reports-applications' && section !== 'reports-commissions';
      if (isJson && ofOther && section !== 'payout-tax')
        expect([spec.name, applicationFieldsIn(answer.json())]).toEqual([spec.name, []]);
    }
    expect(open).toBeGreaterThan(0);
  },
  300_000,
);

test('actions of a team user with Customers only return nothing about applications', async () => {
  const client = await teamUserWith(['customers']);
  const canceled = await client.post(`/links/${ids.link}/cancel`);
  expect(canceled.json().link).toMatchObject({
    state: 'opened',
    applicationId: null,
    startedAt: null,
    submittedAt: null,
    reminderReason: '',
  });
  const counts = await client.get('/links/counts');
  for (const { started, submitted } of counts.json().channels)
    expect([started, submitted]).toEqual([null, null]);
  await run("update customers set origin = 'application' where contractor_id = 101 and id = $1", [
    ids.customer,
  ]);
  expect((await client.get(`/customers/${ids.customer}`)).json().data.origin).toBe(null);
  const file = await client.get('/customers-export?format=csv&search=Customermark');
  expect(file.body).toContain('Customermark');
  expect(file.body).not.toContain('From an application');
});

test("a team user with Documents only can't see or enter funding", async () => {
  const client = await teamUserWith(['documents']);
  const funding = `/documents/${ids.document}/funding`;
  expect((await client.get(funding)).statusCode).toBe(403);
  const entered = await client.post(funding, { applicationId: ids.application });
  expect(entered.statusCode).toBe(403);
  const copy = await client.post(`/documents/${ids.document}/copy`, {});
  expect(copy.statusCode).toBe(200);
  const shown = (await client.get(`/documents/${ids.document}`)).json();
  expect(shown.payments[0]).toMatchObject({ method: 'financing', applicationId: null });
  const [payment] = shown.payments;
  const back = await client.post(`/documents/${ids.document}/payments/${payment.id}/take-back`, {
    reason: 'Entered twice',
  });
  expect(back.body).not.toContain('Lendermark');
});

test('a team user with Documents only gets customer data from their documents only', async () => {
  const owner = await signedInAs(app, 'pro@demo.test');
  const hidden = (
    await owner.post('/customers', { name: 'Nobody Billed', phone: '3035550193' })
  ).json().data.id;
  const client = await teamUserWith(['documents']);
  const start = (id: number) => client.get(`/documents-start?kind=estimate&customerId=${id}`);
  expect((await start(hidden)).statusCode).toBe(404);
  const known = await start(ids.customer);
  expect(known.json().content.customer).toMatchObject({ name: 'Billedmark' });
  expect(known.body).not.toContain('Streetmark');
  const write = (customerId: number) =>
    client.post('/documents', { kind: 'estimate', customerId, content });
  expect((await write(hidden)).statusCode).toBe(404);
  const mine = await write(ids.customer);
  expect(mine.statusCode).toBe(200);
  const moved = await client.post(`/documents/${mine.json().id}`, {
    version: mine.json().version,
    customerId: hidden,
    content,
  });
  expect(moved.statusCode).toBe(404);
  const both = await teamUserWith(['documents', 'customers']);
  const asked = await both.get(`/documents-start?kind=estimate&customerId=${hidden}`);
  expect(asked.json().content.customer).toMatchObject({ name: 'Nobody Billed' });
});
