import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer, ListedCustomer } from '@lintel/contract/customers/customer';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
let brand: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  [pro, brand] = [await signedInAs(app, 'pro@demo.test'), await signedInAs(app, 'brand@demo.test')];
});
afterAll(() => app.close());
beforeEach(async () => {
  // Every test has its own contractor, and so its own list: the one of `brand`.
  const { pool } = app.deps.database;
  for (const table of ['customer_events', 'customer_applications', 'customers'])
    await pool.query(`delete from ${table} where contractor_id = 102`);
});

const facts = {
  name: 'Nora Quist',
  phone: '(303) 555-8800',
  email: 'nora@quist.example',
  street: '12 Elm Street',
  city: 'Columbus',
  state: 'OH',
  zip: '43004',
  notes: 'Dog in the yard.',
  tags: ['Roof', 'VIP'],
};
const add = async (body: object, by = brand): Promise<Customer> => {
  const answer = await by.post('/customers', body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Customer }>().data;
};
const names = async (query: string, by = brand): Promise<string[]> =>
  (await by.get(`/customers?${query}`))
    .json<{ data: ListedCustomer[] }>()
    .data.map(({ name }) => name);

describe('a contractor', () => {
  test('adds a customer, finds it by any typed value, and reads it', async () => {
    const made = await add(facts);
    await add({ name: 'Otto Prim' });
    expect(made).toMatchObject({ phone: '3035558800', tags: ['roof', 'vip'], origin: 'hand' });
    expect(made.createdBy).toBe('Brandon Okafor');
    for (const search of [
      'nora',
      'QUIST',
      '303.555.8800',
      '%2B1 (303) 555-8800',
      '5558800',
      'nora@quist',
      'elm st',
      '43004',
      'columbus oh',
      'vip',
      'quist columbus roo',
    ])
      expect(await names(`search=${search}`), search).toEqual(['Nora Quist']);
    for (const search of ['nora otto', '%25', '_', '999'])
      expect(await names(`search=${encodeURIComponent(decodeURIComponent(search))}`)).toEqual([]);
    expect(await names('tag=ROOF')).toEqual(['Nora Quist']);
    expect(await names('tag=ro')).toEqual([]);
    expect((await brand.get('/customers/tags')).json()).toEqual({
      data: [
        { tag: 'roof', count: 1 },
        { tag: 'vip', count: 1 },
      ],
    });
  });

  test('finds a customer without accents, with any apostrophe, and in any Unicode normalization', async () => {
    const decomposed = 'Jose\u0301 Mun\u0303oz';
    const made = await add({ name: decomposed });
    expect(made.name).toBe(decomposed.normalize('NFC'));
    const cases: [name: string, searches: string[]][] = [
      [made.name, ['munoz', 'MUÑOZ', 'jose', 'José', decomposed]],
      ['Pat O’Brien', ["o'brien", 'O’BRIEN', 'oʻbrien', 'o`brien']],
      ["Kaʻiulani D'Arcy", ["ka'iulani", 'd’arcy']],
      ['Łukasz Nguyễn', ['lukasz', 'nguyen', 'Łukasz']],
      ['Søren Groß', ['soren', 'gross', 'groß', 'søren']],
    ];
    for (const [name] of cases.slice(1)) await add({ name });
    for (const [name, searches] of cases)
      for (const search of searches)
        expect(await names(`search=${encodeURIComponent(search)}`), search).toEqual([name]);
    expect(await names('search=%25')).toEqual([]);
  });

  test('pages through the list in three orders, including the page around a known row', async () => {
    for (const name of ['Cid', 'abe', 'Bea', 'dot']) {
      app.clock.pass(60);
      await add({ name });
    }
    expect(await names('')).toEqual(['dot', 'Bea', 'abe', 'Cid']);
    expect(await names('order=%2Bname')).toEqual(['abe', 'Bea', 'Cid', 'dot']);
    expect(await names('order=-createdAt')).toEqual(['dot', 'Bea', 'abe', 'Cid']);
    const answer = await brand.get('/customers?order=%2Bname&limit=10');
    const { data, total } = answer.json<{ data: ListedCustomer[]; total: number }>();
    expect(total).toBe(4);
    expect(await names(`order=%2Bname&page=2&after=${data[1]?.id}`)).toEqual(['Cid', 'dot']);
    expect((await brand.get('/customers?order=%2Bphone')).statusCode).toBe(400);
    expect((await brand.get('/customers?limit=7')).statusCode).toBe(400);
  });

  test('gets a warning about a matching phone or e-mail, and adds a duplicate only on purpose', async () => {
    const made = await add(facts);
    const alike = await brand.get('/customers/alike?phone=303-555-8800');
    expect(alike.json()).toMatchObject({ data: [{ id: made.id, name: 'Nora Quist' }] });
    expect((await brand.get(`/customers/alike?phone=3035558800&id=${made.id}`)).json()).toEqual({
      data: [],
    });
    const twin = { name: 'N. Quist', email: 'NORA@quist.example' };
    const refused = await brand.post('/customers', twin);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      error: 'already_exists',
      fields: { email: expect.any(String) },
    });
    await add({ ...twin, anyway: true });
    expect(await names('search=quist')).toHaveLength(2);
  });

  test('adds one customer for two concurrent requests', async () => {
    const both = await Promise.all([
      brand.post('/customers', facts),
      brand.post('/customers', { ...facts, name: 'Nora' }),
    ]);
    expect(both.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409']);
  });

  test('gets an error for each invalid field', async () => {
    const wrong = {
      name: ' ',
      phone: '12',
      email: 'nobody',
      state: 'XX',
      zip: '1',
      notes: 'x'.repeat(2001),
      tags: Array.from({ length: 21 }, (_, index) => `t${index}`),
    };
    const answer = await brand.post('/customers', wrong);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json<{ fields: object }>().fields).toSorted()).toEqual([
      'email',
      'name',
      'notes',
      'phone',
      'state',
      'tags',
      'zip',
    ]);
  });

  test("can't overwrite a concurrent change of a customer", async () => {
    const { id, version } = await add(facts);
    const first = await brand.post(`/customers/${id}`, { ...facts, notes: 'Cat.', version });
    expect(first.json()).toMatchObject({ data: { notes: 'Cat.', version: version + 1 } });
    const second = await brand.post(`/customers/${id}`, { ...facts, notes: 'Bird.', version });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ error: 'conflict' });
    const timeline = await brand.get(`/customers/${id}/timeline`);
    expect(timeline.json()).toMatchObject({
      data: [{ kind: 'changed', text: 'Changed: notes — Brandon Okafor' }],
      next: null,
    });
    const { rows } = await app.deps.database.pool.query(
      "select details from audit_log where action = 'customer.changed' order by id desc limit 1",
    );
    expect(rows).toEqual([{ details: { fields: ['notes'] } }]);
  });

  test('archives and unarchives a customer', async () => {
    const { id } = await add(facts);
    for (const press of [1, 2])
      expect((await brand.post(`/customers/${id}/archive`, {})).statusCode, `${press}`).toBe(200);
    expect(await names('search=nora')).toEqual([]);
    expect(await names('state=archived')).toEqual(['Nora Quist']);
    await brand.post(`/customers/${id}/restore`, {});
    expect(await names('')).toEqual(['Nora Quist']);
    const { data } = (await brand.get(`/customers/${id}/timeline`)).json<{ data: object[] }>();
    expect(data).toMatchObject([{ kind: 'restored' }, { kind: 'archived' }]);
  });
});

describe('duplicate customers', () => {
  const pair = async () => {
    const one = await add(facts);
    const other = await add({ name: 'Nora Q.', phone: facts.phone, notes: 'Old', anyway: true });
    return { one, other };
  };
  const merged = (keep: Customer, other: Customer, chosen: object = {}) =>
    brand.post(`/customers/${keep.id}/merge`, {
      ...facts,
      ...chosen,
      otherId: other.id,
      version: keep.version,
      otherVersion: other.version,
    });

  test('are suggested and merged with all their data; the old id leads to the merged customer', async () => {
    const { one, other } = await pair();
    const { data } = (await brand.get('/customers/duplicates')).json<{ data: object[] }>();
    expect(data).toMatchObject([{ one: { id: other.id }, other: { id: one.id }, by: 'phone' }]);
    await brand.post(`/customers/${other.id}/archive`, {});
    await brand.post(`/customers/${other.id}/restore`, {});
    const { pool } = app.deps.database;
    const { rows } = await pool.query<{ id: string }>(
      'select id from applications where contractor_id = 102 limit 1',
    );
    await pool.query(
      'insert into customer_applications (contractor_id, application_id, customer_id, at) values (102, $1, $2, now())',
      [rows[0]?.id, other.id],
    );
    const answer = await merged(one, { ...other, version: 3 }, { notes: 'Old' });
    expect(answer.json(), answer.body).toMatchObject({ data: { id: one.id, notes: 'Old' } });
    expect((await brand.get(`/customers/${other.id}`)).json()).toMatchObject({
      data: { id: one.id },
    });
    expect(await names('')).toEqual(['Nora Quist']);
    const applications = await brand.get(`/customers/${one.id}/applications`);
    expect(applications.json()).toMatchObject({ data: [{ id: Number(rows[0]?.id) }] });
    const timeline = await brand.get(`/customers/${one.id}/timeline`);
    const kinds = timeline.json<{ data: { kind: string }[] }>().data.map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['merged', 'archived', 'restored', 'application']),
    );
    expect(timeline.body).toContain(
      `${other.name} (customer ${other.id}) was merged into this one`,
    );
    // Merging again keeps the chain one step long.
    const third = await add({ name: 'Nora again' });
    const kept = answer.json<{ data: Customer }>().data;
    const last = await brand.post(`/customers/${third.id}/merge`, {
      ...facts,
      otherId: kept.id,
      version: third.version,
      otherVersion: kept.version,
    });
    expect(last.statusCode, last.body).toBe(200);
    expect((await brand.get(`/customers/${other.id}`)).json()).toMatchObject({
      data: { id: third.id },
    });
  });

  test("can't be merged when one changed since, with itself, or twice concurrently", async () => {
    const { one, other } = await pair();
    expect((await merged(one, { ...other, version: 9 })).statusCode).toBe(409);
    expect((await merged(one, one)).statusCode).toBe(422);
    const both = await Promise.all([merged(one, other), merged(other, one)]);
    expect(both.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409']);
  });

  test("of two contractors can't be merged", async () => {
    const { one } = await pair();
    const theirs = await add({ name: 'Somebody of Summit' }, pro);
    expect((await merged(one, theirs)).statusCode).toBe(404);
    expect((await pro.get(`/customers/${theirs.id}`)).json()).toMatchObject({
      data: { name: 'Somebody of Summit' },
    });
  });
});

describe('homeowners who applied', () => {
  const anApplication = async (more = ''): Promise<number> => {
    const { rows } = await app.deps.database.pool.query<{ id: string }>(
      `select id from applications where contractor_id = 102 and completed_at is not null ${more} order by id limit 1`,
    );
    return Number(rows[0]?.id);
  };

  test('become a customer on request, and the same one when repeated', async () => {
    const id = await anApplication();
    const first = await brand.post(`/customers/from-application/${id}`, {});
    const second = await brand.post(`/customers/from-application/${id}`, {});
    const { data } = first.json<{ data: Customer }>();
    expect(data).toMatchObject({ origin: 'application' });
    expect(second.json<{ data: Customer }>().data.id).toBe(data.id);
    expect((await pro.post(`/customers/from-application/${id}`, {})).statusCode).toBe(404);
    const timeline = await brand.get(`/customers/${data.id}/timeline`);
    expect(timeline.body).toContain('Applied for $');
  });

  test('all become customers in a job that can run twice', async () => {
    const before = (await brand.get('/customers/from-applications')).json<{ left: number }>();
    expect(before.left).toBeGreaterThan(3);
    const started = await brand.post('/customers/from-applications', {});
    expect(started.json()).toMatchObject({ left: before.left, isRunning: true });
    await brand.post('/customers/from-applications', {});
    await app.work();
    expect((await brand.get('/customers/from-applications')).json()).toEqual({
      left: 0,
      isRunning: false,
    });
    const all = (await names('limit=100')).length;
    await brand.post('/customers/from-applications', {});
    await app.work();
    expect(await names('limit=100')).toHaveLength(all);
  });
});

test("a contractor sees a customer's open offers by monthly payment, without rates", async () => {
  const { pool } = app.deps.database;
  const { rows } = await pool.query<{ customer: string; application: string }>(
    `select c.customer_id customer, c.application_id application
     from customer_applications c join applications a on a.id = c.application_id
     where c.contractor_id = 101 and a.contractor_id = 101 and a.withdrawn_at is null
       and a.anonymised_at is null limit 1`,
  );
  const [{ customer, application } = { customer: '', application: '' }] = rows;
  await pool.query(
    `update offers set withdrawn_at = now() where contractor_id = 101 and application_id in
       (select application_id from customer_applications where customer_id = $1)`,
    [customer],
  );
  const offer = (name: string, change: { cents: number; monthly: number | null; more?: string }) =>
    pool.query(
      `insert into offers (contractor_id, application_id, reference, kind, lender_name,
         amount_cents, monthly_payment_cents, apr_basis_points, received_at, ${change.more ?? 'fees_cents'})
       values (101, $1, $2, 'loan', $2, $3, $4, 999, now(), ${change.more ? 'now()' : 'null'})`,
      [application, name, change.cents, change.monthly],
    );
  await offer('Dear', { cents: 1_000_000, monthly: 30_000 });
  await offer('Cheap', { cents: 2_000_000, monthly: 40_000 });
  await offer('Chosen', { cents: 1_500_000, monthly: 45_000, more: 'chosen_at' });
  await offer('Gone', { cents: 1_500_000, monthly: 10_000, more: 'withdrawn_at' });
  await offer('Silent', { cents: 1_500_000, monthly: null });
  const answer = await pro.get(`/customers/${customer}/offers`);
  expect(answer.json()).toEqual({
    data: [
      { lenderName: 'Chosen', amount: 15_000, monthlyPayment: 450 },
      { lenderName: 'Cheap', amount: 20_000, monthlyPayment: 400 },
      { lenderName: 'Dear', amount: 10_000, monthlyPayment: 300 },
    ],
  });
});

describe('access', () => {
  test("another contractor can't read or change a customer", async () => {
    const { id, version } = await add(facts);
    for (const path of ['', '/timeline', '/applications', '/offers'])
      expect((await pro.get(`/customers/${id}${path}`)).statusCode, path).toBe(404);
    expect((await pro.post(`/customers/${id}`, { ...facts, version })).statusCode).toBe(404);
    expect((await pro.post(`/customers/${id}/archive`, {})).statusCode).toBe(404);
    expect(await names('search=nora@quist', pro)).toEqual([]);
    expect((await pro.get(`/customers/alike?phone=3035558800`)).json()).toEqual({ data: [] });
  });

  test.each([
    ['a Free contractor', 'free@demo.test', 104],
    ['a canceled contractor', 'canceled@demo.test', 105],
  ])('%s can read but not change their own customers', async (_who, email, contractorId) => {
    const { pool } = app.deps.database;
    const { rows } = await pool.query<{ id: string }>(
      `insert into customers (contractor_id, name, origin, created_at, updated_at, active_at)
       values ($1, 'Vera Moss', 'hand', now(), now(), now()) returning id`,
      [contractorId],
    );
    const id = Number(rows[0]?.id);
    const client = await signedInAs(app, email);
    expect(await names('', client)).toEqual(['Vera Moss']);
    expect((await client.get(`/customers/${id}`)).statusCode).toBe(200);
    expect((await client.get('/customers-export')).statusCode).toBe(200);
    const calls = ['', `/${id}`, `/${id}/archive`, '/from-applications', '/import/read', '/import'];
    for (const path of calls)
      expect((await client.post(`/customers${path}`, facts)).statusCode, path).toBe(403);
  });

  test('a team user needs the section, and the Applications section to see applications', async () => {
    const { pool } = app.deps.database;
    const limitTo = (...sections: string[]) =>
      pool.query(
        "update users set team_access = 'Limited', team_resources = $1 where email = 'team@demo.test'",
        [sections],
      );
    const { rows } = await pool.query<{ id: string }>(
      'select customer_id id from customer_applications where contractor_id = 101 limit 1',
    );
    const id = Number(rows[0]?.id);
    const team = await signedInAs(app, 'team@demo.test');
    await limitTo('co-branded');
    expect((await team.get('/customers')).statusCode).toBe(403);
    await limitTo('customers');
    expect((await team.get('/customers')).statusCode).toBe(200);
    expect((await team.get(`/customers/${id}/applications`)).statusCode).toBe(403);
    expect((await team.get(`/customers/${id}/offers`)).statusCode).toBe(403);
    expect((await team.post('/customers/from-applications', {})).statusCode).toBe(403);
    expect((await team.get(`/customers/${id}/timeline`)).body).not.toContain('Applied for');
    await limitTo('customers', 'reports-applications');
    expect((await team.get(`/customers/${id}/applications`)).statusCode).toBe(200);
    expect((await team.get(`/customers/${id}/timeline`)).body).toContain('Applied for');
    await pool.query(
      "update users set team_access = 'Full', team_resources = '{}' where email = 'team@demo.test'",
    );
  });

  test('staff without a contractor have no customers, and switched staff need the privilege', async () => {
    const admin = await signedInAs(app, 'admin@demo.test');
    expect((await admin.get('/customers')).statusCode).toBe(404);
    await admin.switchInto(12);
    const made = await admin.post('/customers', { name: 'Made by staff' });
    expect(made.statusCode, made.body).toBe(200);
    const { rows } = await app.deps.database.pool.query(
      "select actor_id, contractor_id from audit_log where action = 'customer.created' order by id desc limit 1",
    );
    expect(rows).toMatchObject([{ contractor_id: 102 }]);
    const mailer = await signedInAs(app, 'mailer@demo.test');
    expect((await mailer.get('/customers')).statusCode).toBe(403);
  });
});

test('an export contains the filtered rows, is safe for spreadsheets, and is audited', async () => {
  await add({ ...facts, notes: '=HYPERLINK("http://x")' });
  await add({ name: 'Left out' });
  const answer = await brand.get('/customers-export?format=csv&search=nora');
  expect(answer.headers['content-disposition']).toMatch(/customers-\d{4}-\d\d-\d\d\.csv/);
  expect(answer.body).toContain('Nora Quist');
  expect(answer.body).toContain("'=HYPERLINK");
  expect(answer.body).not.toContain('Left out');
  const { rows } = await app.deps.database.pool.query(
    "select contractor_id, details from audit_log where action = 'customers.exported' order by id desc limit 1",
  );
  expect(rows).toEqual([{ contractor_id: 102, details: { format: 'csv', filters: ['search'] } }]);
});
