import { afterAll, beforeAll, expect, test } from 'vitest';
import { removedPerson } from '@lintel/contract/privacy/constants';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { customerPerson, customerRetention, findOrMakeCustomer } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const person = customerPerson('America/Denver');
const keep = (contractorId: number, at = app.clock.now()) =>
  app.deps.database.db.transaction((tx) =>
    findOrMakeCustomer(
      tx,
      { now: () => at },
      {
        contractorId,
        facts: {
          name: 'Ivy Zell',
          phone: '3035556600',
          email: 'Ivy@zell.example',
          street: '1 A St',
        },
        origin: 'hand',
        byId: null,
      },
    ),
  );
const read = async (id: number) =>
  (
    await app.deps.database.pool.query(
      'select * from customers where id = $1 and contractor_id in (101, 102)',
      [id],
    )
  ).rows[0];

test('a person can read what every contractor recorded and is removed everywhere', async () => {
  const { db } = app.deps.database;
  const made = [await keep(101), await keep(102)];
  const email = 'ivy@zell.example';
  const copied = await person.copy(db, email, [], 'en');
  expect(copied.map(({ title }) => title)).toEqual([
    'Customer of Summit Roofing LLC',
    'Customer of Oak & Iron Remodeling',
  ]);
  expect(JSON.stringify(copied)).toContain('1 A St');
  const now = app.clock.now();
  expect(await person.look(db, email, now)).toEqual({ count: 2, kept: [] });
  const { emit } = app.context;
  const erase = () => db.transaction((tx) => person.erase(tx, { email, until: now, now }, emit));
  expect((await erase()).count).toBe(2);
  expect((await erase()).count).toBe(0);
  for (const { id } of made)
    expect(await read(id)).toMatchObject({
      name: removedPerson,
      phone: '',
      email: '',
      street: '',
      notes: '',
    });
  expect(await person.copy(db, email, [], 'en')).toEqual([]);
  // A person who returns is a new customer.
  expect((await keep(101)).id).not.toBe(made[0]?.id);
});

test('keeps records created after the request', async () => {
  const { db } = app.deps.database;
  const before = new Date(app.clock.now().getTime() - 60_000);
  const { id } = await keep(101);
  const erasing = { email: 'ivy@zell.example', until: before, now: app.clock.now() };
  await db.transaction((tx) => person.erase(tx, erasing, app.context.emit));
  expect(await read(id)).toMatchObject({ name: 'Ivy Zell' });
});

test('anonymizes a customer without recent activity, once', async () => {
  const { db } = app.deps.database;
  const old = await keep(102, new Date('2001-01-01T00:00:00Z'));
  const due = { before: new Date('2002-01-01T00:00:00Z'), now: app.clock.now() };
  expect(await customerRetention.countDue(db, due)).toBe(1);
  const { emit } = app.context;
  const run = () =>
    db.transaction((tx) => customerRetention.anonymise(tx, { ...due, limit: 100 }, emit));
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  expect(await read(old.id)).toMatchObject({ name: removedPerson, email: '' });
});
