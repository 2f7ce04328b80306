import { afterAll, beforeAll, expect, test } from 'vitest';
import { and, eq, sql } from 'drizzle-orm';
import { applications } from '../../src/domains/applications/tables.ts';
import { acrossContractors } from '../../src/platform/db/across-contractors.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { checked, takeRejected } from './checked.ts';

let given: TestDatabase;
let database: TestDatabase;
beforeAll(async () => {
  given = await createTestDatabase();
  database = checked(given);
});
afterAll(() => given.close());

const selectAnywhere = (id: number) =>
  database.db.select().from(applications).where(eq(applications.id, id));

test('rejects a statement that names no contractor, and reports it once', async () => {
  await expect(selectAnywhere(1)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('No contractor for applications') },
  });
  expect(takeRejected()).toHaveLength(1);
  expect(takeRejected()).toEqual([]);
});

test('rejects it inside a transaction and in SQL text', async () => {
  await expect(
    database.db.transaction((tx) => tx.execute(sql`delete from offers where id = 1`)),
  ).rejects.toThrow();
  await expect(async () => database.pool.query('select * from payments')).rejects.toThrow(
    'No contractor for payments',
  );
  expect(takeRejected()).toHaveLength(2);
});

test('accepts a statement that names its contractor, or gives a reason for reading across contractors', async () => {
  const { contractorId, id } = applications;
  const own = await database.db
    .select()
    .from(applications)
    .where(and(eq(contractorId, 1), eq(id, 1)));
  const all = await database.db
    .select()
    .from(applications)
    .where(acrossContractors('A test reads all of them.'));
  expect([own, all]).toEqual([[], []]);
});

test('passes invalid SQL on, so that PostgreSQL reports it', async () => {
  await expect(database.pool.query('selct 1 from applications')).rejects.toMatchObject({
    code: '42601',
  });
});

test("ignores the tests' own statements", async () => {
  const rows = await given.db.select().from(applications);
  expect(rows).toEqual([]);
});
