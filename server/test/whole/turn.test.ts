import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { lockPayer } from '../../src/domains/billing/payer-repository.ts';
import { lockContractor } from '../../src/domains/contractors/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('demoTemplate'));
});
afterAll(() => database.close());

/** Those who wait for a lock that is no row's. */
const waiting = async (): Promise<number> =>
  (
    await database.pool.query(
      `select 1 from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows.length;

test.each([
  ['payments', lockPayer],
  ['accounts', lockContractor],
] as const)(
  'who locks a contractor for its %s waits for who is still committing on another machine, and for no other contractor',
  async (_, lock) => {
    const { db, pool } = database;
    const keys = await db.transaction(async (tx) => {
      await lock(tx, 101);
      const { rows } = await pool.query(
        `select classid::int, objid::int from pg_locks where locktype = 'advisory' and objsubid = 2
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows;
    });
    expect(keys).toHaveLength(1);
    // The row is free, as once the coordinator has committed, and the session is still under way.
    const committing = await pool.connect();
    await committing.query('select pg_advisory_lock($1, $2)', [keys[0].classid, keys[0].objid]);
    let isLocked = false;
    const next = db.transaction(async (tx) => {
      await lock(tx, 101);
      isLocked = true;
    });
    await expect.poll(waiting).toBe(1);
    await db.transaction((tx) => lock(tx, 102));
    expect(isLocked).toBe(false);
    await committing.query('select pg_advisory_unlock_all()');
    committing.release();
    await next;
    expect(isLocked).toBe(true);
  },
);
