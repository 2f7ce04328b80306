import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { openDatabase } from './connect.ts';
import { oneProcessAtATime } from './migrate.ts';

test('processes that start together do their work one after the other, also after one that failed', async () => {
  const database = await createTestDatabase();
  const pools = [1, 2, 3].map(() => openDatabase(database.connectionString, { max: 2 }));
  const said: string[] = [];
  const turns = pools.map(({ pool }, index) =>
    oneProcessAtATime(pool, async () => {
      said.push('begins');
      await sleep(20);
      said.push('ends');
      if (index === 0) throw new Error('not today');
      return index;
    }).catch((error: Error) => error.message),
  );
  expect(await Promise.all(turns)).toEqual(['not today', 1, 2]);
  expect(said).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
  await Promise.all(pools.map((pool) => pool.close()));
  await database.close();
});
