import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

test.each([
  ['/manage/emails/templates', { searchText: 'reset' }],
  ['/manage/emails/template-types', { searchText: 'reset' }],
  ['/manage/emails/unsubscribers', { source: 'manual' }],
  ['/manage/contractors', { searchText: 'summit' }],
  ['/plan', { searchText: 'pro' }],
])('accepts the filters of %s in brackets or as JSON', async (path, filters) => {
  const [name = '', value = ''] = Object.entries(filters)[0] ?? [];
  const [all, brackets, json] = await Promise.all([
    admin.get(path),
    admin.get(`${path}?filters[${name}]=${value}`),
    admin.get(`${path}?filters=${encodeURIComponent(JSON.stringify(filters))}`),
  ]);
  expect(json?.statusCode).toBe(200);
  expect(json?.json()).toEqual(brackets?.json());
  expect(json?.json().total).toBeLessThan(all?.json().total);
  expect((await admin.get(`${path}?filters=%7B`)).statusCode).toBe(400);
});

test('rejects an id in a body that differs from the one in the address', async () => {
  const brand = await signedInAs(app, 'brand@demo.test');
  expect((await brand.post('/user/12', { id: 11, firstname: 'A', lastname: 'B' })).statusCode).toBe(
    400,
  );
  expect(
    (await brand.post('/user/12/email-notification', { id: 11, optionKey: 'do_not_notify' }))
      .statusCode,
  ).toBe(400);
  expect((await brand.send('/contractor/102', { id: '101', phone: '6145550000' })).statusCode).toBe(
    400,
  );
  expect((await brand.get('/user')).json().user.firstname).toBe('Brandon');
});

test("rejects another user's id in a body", async () => {
  const brand = await signedInAs(app, 'brand@demo.test');
  const page = (await brand.get('/contractor/102/co-branded-pages/filter-list')).json().data[0].id;
  const invoice = {
    docType: 'Invoice',
    fullName: 'A B',
    numberPrice: '1',
    submittedOn: '11/21/2026',
    items: '[]',
    userId: 11,
  };
  const answer = await brand.post(`/widgets/${page}/price`, {
    ...invoice,
    items: JSON.stringify([{ description: 'Work', quantity: '1', unitPrice: '5' }]),
  });
  expect(answer.statusCode).toBe(404);
});

test('explains invalid values in plain words, even for rules without their own message', async () => {
  expect((await admin.get('/manage/contractors?limit=abc')).json().message).not.toMatch(
    /Invalid input|NaN/,
  );
  expect((await admin.get('/manage/contractors?page=0')).json().message).toContain(
    'Please use more than 0.',
  );
  expect((await admin.post('/user', {})).json().fields.contractorId).toMatch(
    /^Please use a number|^This field is required/,
  );
});

test("staff without plan_modify create accounts on the contractor's current plan only", async () => {
  const support = await signedInAs(app, 'support@demo.test');
  const { rows } = await app.deps.database.pool.query(
    `select id, plan_id from contractors where owner_id is null and payment_status = 'Paid' order by id limit 1`,
  );
  const { id: contractorId, plan_id: planId } = rows[0];
  const owner = { firstname: 'New', lastname: 'Owner', email: 'plan@owner.test', contractorId };
  expect((await support.post('/user', { ...owner, planId: planId === 4 ? 3 : 4 })).statusCode).toBe(
    403,
  );
  expect((await support.post('/user', { ...owner, planId })).statusCode).toBe(200);
});
