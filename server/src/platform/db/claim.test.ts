import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silent } from '../../../test/renderer.ts';
import { claimDatabase } from './claim.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('template'));
});
afterAll(() => database.close());

const claim = (takeOver?: string) => claimDatabase(database.pool, { takeOver, log: silent });
const refusal = async (): Promise<string> =>
  claim().then(
    () => '',
    (error: Error) => error.message,
  );

test('processes of one deployment share a database, even when they start together or restart', async () => {
  await Promise.all([claim(), claim(), claim()]);
  await claim();
  const { rows } = await database.pool.query('select count(*)::int count from database_claim');
  expect(rows).toEqual([{ count: 1 }]);
});

test('a copied database is rejected with instructions, and accepted with the code from the message', async () => {
  await database.pool.query(`update database_claim set place = 'elsewhere'`);
  const message = await refusal();
  expect(message).toMatch(
    /^This database is a copy of installation [0-9a-f-]{36}, .*RESTORE_REHEARSAL=1.*TAKE_OVER_DATABASE=[0-9a-f]{12}\.$/,
  );
  await expect(claim('000000000000')).rejects.toThrow('is a copy');
  const code = /TAKE_OVER_DATABASE=(\w+)/.exec(message)?.[1];
  await Promise.all([claim(code), claim(code)]);
  await claim();
  // The code works for that copy only.
  await database.pool.query(`update database_claim set place = 'a third place'`);
  await expect(claim(code)).rejects.toThrow('is a copy');
});
