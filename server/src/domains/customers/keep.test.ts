import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import {
  listCustomerApplicationIds,
  requireCustomer,
  findApplicationCustomer,
  findOrMakeCustomer,
  giveApplication,
  touchCustomer,
  type CustomerFacts,
} from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const contractorId = 101;
const keep = (facts: CustomerFacts, of = contractorId) =>
  app.deps.database.db.transaction((tx) =>
    findOrMakeCustomer(tx, app.clock, { contractorId: of, facts, origin: 'link', byId: null }),
  );

test('the same phone in any notation finds the same customer and fills only missing values', async () => {
  const first = await keep({ name: 'Ada Cole', phone: '(303) 555-7001' });
  const second = await keep({
    name: 'A. Cole',
    phone: '+1 303.555.7001',
    email: 'ada@example.com',
    zip: '80202',
  });
  expect(second.id).toBe(first.id);
  expect(second).toMatchObject({
    name: 'Ada Cole',
    phone: '3035557001',
    email: 'ada@example.com',
    zip: '80202',
  });
  expect(second.version).toBe(first.version + 1);
});

test('the same e-mail in any letter case finds the same customer, and the newest of several', async () => {
  const first = await keep({ name: 'Ben Ode', email: 'ben@example.com' });
  const other = await keep({ name: 'Ben at work', phone: '3035557002' });
  expect((await keep({ name: 'Ben', email: 'BEN@example.com' })).id).toBe(first.id);
  const both = await keep({ name: 'Ben', email: 'ben@example.com', phone: '3035557002' });
  expect(both.id).toBe(other.id);
});

test('invalid values are left out instead of failing the caller', async () => {
  const made = await keep({ name: '  ', phone: '12', email: 'no address', state: 'Colorado' });
  expect(made).toMatchObject({ name: 'No name', phone: '', email: '', state: '' });
  const again = await keep({ name: '', phone: '12' });
  expect(again.id).not.toBe(made.id);
});

test('two concurrent calls for the same person store one customer', async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      keep(
        index % 2 === 0
          ? { name: 'Cy Dunn', phone: '3035557003', email: 'cy@example.com' }
          : { name: 'Cy Dunn', email: 'cy@example.com', phone: '3035557003' },
      ),
    ),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
});

test("a contractor's call never finds another contractor's customer", async () => {
  const own = await keep({ name: 'Di Eng', phone: '3035557004' });
  const theirs = await keep({ name: 'Di Eng', phone: '3035557004' }, 102);
  expect(theirs.id).not.toBe(own.id);
  await expect(
    requireCustomer(app.deps.database.db, { contractorId: 102, id: own.id }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('an application gets one customer and keeps it', async () => {
  const { db, pool } = app.deps.database;
  const { rows } = await pool.query<{ id: string }>(
    `select id from applications a where contractor_id = 101 and not exists
      (select from customer_applications c where c.contractor_id = 101 and c.application_id = a.id) limit 1`,
  );
  const applicationId = Number(rows[0]?.id);
  const one = await keep({ name: 'Ed Fox', phone: '3035557005' });
  const two = await keep({ name: 'Flo Gray', phone: '3035557006' });
  expect(await findApplicationCustomer(db, { contractorId, applicationId })).toBeNull();
  for (const { id: customerId } of [one, two, one])
    await giveApplication(db, app.clock, { contractorId, customerId, applicationId });
  expect((await findApplicationCustomer(db, { contractorId, applicationId }))?.id).toBe(one.id);
  expect(await listCustomerApplicationIds(db, { contractorId, customerId: one.id })).toEqual([
    applicationId,
  ]);
  expect(await listCustomerApplicationIds(db, { contractorId, customerId: two.id })).toEqual([]);
  const events = await pool.query(
    'select kind, details from customer_events where contractor_id = 101 and customer_id = $1',
    [one.id],
  );
  expect(events.rows).toEqual([{ kind: 'application', details: { applicationId } }]);
});

test('activity moves a customer up in the list and never down', async () => {
  const { db } = app.deps.database;
  const made = await keep({ name: 'Gus Hill', phone: '3035557007' });
  const of = { contractorId, customerId: made.id };
  const soon = new Date(made.activeAt.getTime() + 1000);
  await touchCustomer(db, { now: () => soon }, of);
  await touchCustomer(db, { now: () => new Date(0) }, of);
  expect((await requireCustomer(db, { contractorId, id: made.id })).activeAt).toEqual(soon);
});
