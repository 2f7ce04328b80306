import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import { sessionsByTurn } from '../sessions/repository.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const long = (): Date => new Date(0);
const reader = () => sessionsByTurn(app.deps.database.pool, long, 'factors');

/** The newest session of an account. */
async function sessionOf(email: string): Promise<string> {
  await signedInAs(app, email);
  const { rows } = await app.deps.database.pool.query<{ id: string }>(
    'select s.id from sessions s join users u on u.id = s.user_id where u.email = $1 order by s.created_at desc, s.id limit 1',
    [email],
  );
  return rows[0]?.id ?? '';
}

test('concurrent requests each get their own session, in one statement', async () => {
  const emails = ['pro@demo.test', 'brand@demo.test', 'concierge@demo.test'];
  const ids = await Promise.all(emails.map(sessionOf));
  const read = reader();
  let statements = 0;
  const count = (): void => void (statements += 1);
  app.deps.database.pool.on('acquire', count);
  const found = await Promise.all(
    [...ids, ...ids, '00000000-0000-4000-8000-000000000000'].map((id) => read(id)),
  );
  app.deps.database.pool.off('acquire', count);
  expect(found.map((one) => one?.account?.email)).toEqual([...emails, ...emails, undefined]);
  expect(statements).toBe(1);
});

test('a session that ended is rejected for later requests, even while an earlier query is running', async () => {
  const { pool } = app.deps.database;
  const id = await sessionOf('pro@demo.test');
  const read = reader();
  const blocker = await pool.connect();
  // Delay the first query, so that the second request arrives while it is running.
  await blocker.query('begin; lock table settings in access exclusive mode');
  const first = read(id);
  await setImmediate();
  await setImmediate();
  await pool.query('update sessions set ended_at = now() where id = $1', [id]);
  const second = read(id);
  await blocker.query('commit');
  blocker.release();
  await first;
  expect(await second).toBeUndefined();
  expect(await read(id)).toBeUndefined();
});

test('a failed query fails only the requests that share it', async () => {
  const id = await sessionOf('brand@demo.test');
  const { pool } = app.deps.database;
  await pool.query('alter table passkeys rename to passkeys_away');
  const read = reader();
  const failed = await Promise.allSettled([read(id), read(id)]);
  await pool.query('alter table passkeys_away rename to passkeys');
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await read(id))?.account?.email).toBe('brand@demo.test');
});

test('the statement is planned once, even for few sessions', async () => {
  const id = await sessionOf('concierge@demo.test');
  const read = reader();
  for (let turn = 0; turn < 20; turn += 1) await read(id);
  const { rows } = await app.deps.database.pool.query<{ custom: number; generic: number }>(
    `select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where name = 'living-sessions'`,
  );
  // PostgreSQL tries five custom plans before it uses a generic one.
  expect(rows[0]?.custom).toBeLessThanOrEqual(5);
  expect(rows[0]?.generic).toBeGreaterThanOrEqual(15);
});
