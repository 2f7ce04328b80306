import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
let brand: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  [pro, brand] = [await signedInAs(app, 'pro@demo.test'), await signedInAs(app, 'brand@demo.test')];
});
afterAll(() => app.close());

const run = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  app.deps.database.pool.query<Row>(text, values);

let customerId = 0;
let applicationId = 0;
/** A customer without an e-mail, and an application with one. */
beforeEach(async () => {
  await run(
    "delete from customer_events where contractor_id = 101 and kind in ('email-accepted', 'email-kept')",
  );
  const { rows } = await run<{ customer: string; application: string }>(
    `select c.customer_id customer, max(c.application_id) application from customer_applications c
     join applications a on a.contractor_id = 101 and a.id = c.application_id
     where c.contractor_id = 101 and a.completed_at is not null and a.anonymised_at is null
     group by c.customer_id having count(*) = 1 order by 1 limit 1`,
  );
  customerId = Number(rows[0]?.customer);
  applicationId = Number(rows[0]?.application);
  await run("update customers set email = '' where contractor_id = 101 and id = $1", [customerId]);
  await run(
    "update applications set email = 'New@Mail.example' where contractor_id = 101 and id = $1",
    [applicationId],
  );
});

const path = () => `/customers/${customerId}/email-choice`;
const choice = async () => (await pro.get(path())).json().data;
const decide = (accept: boolean, body: object = {}, by = pro) =>
  by.post(path(), { applicationId, accept, ...body });
const emailNow = async () => (await pro.get(`/customers/${customerId}`)).json().data.email;

test('a contractor accepts the e-mail of an application, once and audited', async () => {
  expect(await choice()).toMatchObject({ applicationId, email: 'New@Mail.example' });
  const answer = await decide(true);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().data.email).toBe('New@Mail.example');
  expect(await choice()).toBeNull();
  expect((await decide(true)).statusCode).toBe(409);
  const { rows } = await run(
    "select entity_id, details from audit_log where action = 'customer.email-accepted' order by id desc limit 1",
  );
  expect(rows).toMatchObject([{ details: { applicationId } }]);
  expect(JSON.stringify(rows)).not.toContain('Mail.example');
  expect((await pro.get(`/customers/${customerId}/timeline`)).body).toContain(
    'The e-mail from an application was accepted',
  );
});

test("a declined e-mail isn't offered again, and the current one stays", async () => {
  await run(
    "update customers set email = 'old@mail.example' where contractor_id = 101 and id = $1",
    [customerId],
  );
  expect((await decide(false)).statusCode).toBe(200);
  expect(await emailNow()).toBe('old@mail.example');
  expect(await choice()).toBeNull();
  expect((await decide(true)).statusCode).toBe(409);
  expect(await emailNow()).toBe('old@mail.example');
});

test('two concurrent decisions count once', async () => {
  const codes = await Promise.all([decide(true), decide(false)]);
  expect(codes.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('an application of another customer or contractor changes nothing', async () => {
  const { rows } = await run<{ id: string }>(
    `select application_id id from customer_applications where contractor_id = 101 and customer_id <> $1 limit 1`,
    [customerId],
  );
  expect((await decide(true, { applicationId: Number(rows[0]?.id) })).statusCode).toBe(409);
  expect((await decide(true, {}, brand)).statusCode).toBe(404);
  expect((await brand.get(path())).statusCode).toBe(404);
  expect(await emailNow()).toBe('');
});

test('the same e-mail in another letter case needs no decision', async () => {
  await run(
    "update customers set email = 'new@mail.EXAMPLE' where contractor_id = 101 and id = $1",
    [customerId],
  );
  expect(await choice()).toBeNull();
});
