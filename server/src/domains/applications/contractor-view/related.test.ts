import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ApplicationDetails } from '@lintel/contract/applications/application-detail';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { content } from '../../../../test/desk.ts';

let app: TestApp;
let pro: TestClient;
let team: TestClient;
let brand: TestClient;
/** An application of Summit Roofing that came by a link, and one that belongs to no customer. */
let id: number;
let loose: number;
beforeAll(async () => {
  app = await createTestApp({ env: { SMS_PROVIDER: 'sandbox' } });
  pro = await signedInAs(app, 'pro@demo.test');
  team = await signedInAs(app, 'team@demo.test');
  brand = await signedInAs(app, 'brand@demo.test');
  id = await idOf(
    `select application_id id from sent_links where contractor_id = 101 and channel = 'text'
       and application_id is not null order by id desc limit 1`,
  );
  loose = await idOf(
    `select id from applications a where contractor_id = 101 and completed_at is not null and not exists
       (select from customer_applications c where c.contractor_id = 101 and c.application_id = a.id)
       order by id desc limit 1`,
  );
});
afterAll(() => app.close());
afterEach(() =>
  run(
    "update users set team_access = 'Full', team_resources = '{}' where email = 'team@demo.test'",
  ),
);

const run = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  app.deps.database.pool.query<Row>(text, values);
const idOf = async (text: string): Promise<number> =>
  Number((await run<{ id: string }>(text)).rows[0]?.id);
const limitTo = (...sections: string[]) =>
  run(
    "update users set team_access = 'Limited', team_resources = $1 where email = 'team@demo.test'",
    [sections],
  );
const details = async (client = pro, which = id): Promise<ApplicationDetails> => {
  const answer = await client.get(`/reports-applications/${which}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().details;
};
const customerIn = async () => {
  const { rows } = await run<{ id: string; name: string; phone: string; email: string }>(
    `select c.id, c.name, c.phone, c.email from customers c join customer_applications a
       on a.contractor_id = c.contractor_id and a.customer_id = c.id
       where c.contractor_id = 101 and a.application_id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('It has no customer');
  return { ...row, id: Number(row.id) };
};

test('an application shows its customer, its link, and its documents, with only the necessary fields', async () => {
  const customer = await customerIn();
  const made = await pro.post('/documents', {
    kind: 'estimate',
    customerId: customer.id,
    content,
  });
  expect(made.statusCode, made.body).toBe(200);
  const shown = await details();
  expect(shown.customer).toEqual(customer);
  expect(shown.links).toMatchObject([{ channel: 'text', state: 'submitted' }]);
  expect(Object.keys(shown.links[0] ?? {}).toSorted()).toEqual(
    ['by', 'channel', 'createdAt', 'id', 'openedAt', 'state', 'to'].toSorted(),
  );
  expect(shown.documents[0]).toMatchObject({ kind: 'estimate', status: 'draft', number: null });
  expect(Object.keys(shown.documents[0] ?? {}).toSorted()).toEqual(
    ['id', 'isExpired', 'isOverdue', 'kind', 'number', 'projectName', 'status', 'total'].toSorted(),
  );
});

test('creates a customer from the homeowner only once', async () => {
  expect((await details(pro, loose)).customer).toBeNull();
  for (const _ of [1, 2])
    expect((await pro.post(`/customers/from-application/${loose}`, {})).statusCode).toBe(200);
  const { customer } = await details(pro, loose);
  expect(customer).toMatchObject({ name: expect.any(String) });
  const { rows } = await run(
    'select count(*)::int from customer_applications where contractor_id = 101 and application_id = $1',
    [loose],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('a team user sees only the related records of permitted sections', async () => {
  const nothing = { customer: null, links: [], documents: [] };
  await limitTo('reports-applications');
  expect(await details(team)).toMatchObject(nothing);
  await limitTo('reports-applications', 'customers');
  const withCustomers = await details(team);
  expect(withCustomers.customer).not.toBeNull();
  expect(withCustomers.links).toHaveLength(1);
  expect(withCustomers.documents).toEqual([]);
  await limitTo('reports-applications', 'documents');
  const withDocuments = await details(team);
  expect(withDocuments).toMatchObject({ customer: null, links: [] });
  expect(withDocuments.documents).not.toEqual([]);
  await limitTo('customers', 'documents');
  expect((await team.get(`/reports-applications/${id}`)).statusCode).toBe(403);
});

test("another contractor's application reveals no customer", async () => {
  const answers = await Promise.all([
    brand.get(`/reports-applications/${id}`),
    brand.post(`/customers/from-application/${id}`, {}),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
});

/** Staff with these privileges and the switch privilege, switched into Summit Roofing's owner. */
async function switchedWith(...pairs: string[]): Promise<TestClient> {
  const role = await idOf(
    `select role_id id from user_roles r join users u on u.id = r.user_id where u.email = 'mailer@demo.test'`,
  );
  await run('delete from role_privileges where role_id = $1', [role]);
  for (const pair of ['manage-contractors:access', ...pairs])
    await run('insert into role_privileges values ($1, $2, $3)', [role, ...pair.split(':')]);
  const staff = await signedInAs(app, 'mailer@demo.test');
  return staff.switchInto(await idOf("select id from users where email = 'pro@demo.test'"));
}

test('switched staff read with their own privilege and need the manage privilege to write', async () => {
  const path = `/reports-applications/${id}`;
  const on = new Date(app.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  await pro.post(`${path}/notes`, { text: 'Ours' });
  const note = (await details()).notes[0]?.id;
  const writes = (client: TestClient) =>
    Promise.all([
      client.post(`${path}/notes`, { text: 'x' }),
      client.post(`${path}/follow-up`, { on }),
      client.call('DELETE', `${path}/follow-up`),
      client.call('DELETE', `${path}/notes/${note}`),
      client.post(`/customers/from-application/${id}`, {}),
    ]).then((answers) => answers.map(({ statusCode }) => statusCode));

  const none = await switchedWith();
  expect((await none.get(path)).statusCode).toBe(403);
  expect(await writes(none)).toEqual(Array(5).fill(403));

  const reader = await switchedWith('reports-applications:manage_read');
  expect(await details(reader)).toMatchObject({ customer: null, links: [], documents: [] });
  expect(await writes(reader)).toEqual(Array(5).fill(403));

  const manager = await switchedWith(
    'reports-applications:manage_access',
    'customers:manage_access',
  );
  expect((await details(manager)).customer).not.toBeNull();
  // Staff switched into the owner can't remove another author's note; the author and the owner can.
  expect(await writes(manager)).toEqual([200, 200, 200, 404, 200]);
  const { rows } = await run(
    "select author_id from application_notes where text = 'x' and contractor_id = 101",
  );
  const mailer = await idOf("select id from users where email = 'mailer@demo.test'");
  expect(rows).toEqual([{ author_id: mailer }]);
  // Without naming the account, staff find none of the contractor's rows.
  manager.switchedInto = null;
  expect((await manager.get(path)).statusCode).toBe(404);
});

test("the history shows the homeowner's messages with their status, without their secrets", async () => {
  const at = '2026-01-05T18:00:00Z';
  for (const [event, status, kind = 'homeowner', about = id] of [
    ['homeowner-received', 'delivered'],
    ['homeowner-offers', 'undelivered'],
    ['homeowner-choice', 'suppressed'],
    ['homeowner-approved', 'sent', 'homeowner', id + 1],
    ['homeowner-funded', 'sent', 'link'],
  ])
    await run(
      `insert into messages (channel, contractor_id, key, event, about_kind, about_id, status, recipient, text, encoding, segments, created_at)
       values ('text', 101, $1, $1, $3, $4, $2, '+15125550100', 'https://x.test/s/SECRET', 'gsm7', 1, $5)`,
      [event, status, kind, about, at],
    );
  await run(
    `insert into messages (channel, key, event, about_kind, about_id, contractor_id, status, payload, message_id, recipient, created_at, settled_at) values
       ('email', 'one', 'homeowner-received-es', 'homeowner', $1, 101, 'sent', 'SECRET', '<1@x>', 'ann@secret.example', $2, $2),
       ('email', 'other', 'homeowner-offers', 'homeowner', $1, 102, 'sent', 'SECRET', '<2@x>', 'ann@secret.example', $2, $2)`,
    [id, at],
  );
  const answer = await pro.get(`/reports-applications/${id}`);
  const { happenings }: ApplicationDetails = answer.json().details;
  const messages = happenings.filter(({ message }) => message !== null);
  expect(
    messages.map(({ what, message }) => `${what} ${message?.about} ${message?.fate}`).toSorted(),
  ).toEqual(['email received sent', 'text offers failed', 'text received delivered']);
  expect(answer.body).not.toContain('SECRET');
  expect(answer.body).not.toContain('secret.example');
});
