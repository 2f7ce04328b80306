import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { brokenForeignKey, brokenUnique, isDatabaseAway } from './failures.ts';
import { openDatabase } from './connect.ts';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** A listener that isn't a database. */
async function listening(onConnection: (end: () => void) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return `postgres://somebody:secret@127.0.0.1:${(server.address() as AddressInfo).port}/lintel`;
}

/** The error that a repository throws with this database address. */
async function errorAt(address: string): Promise<unknown> {
  const database = openDatabase(address, { max: 1 });
  const error = await database.db.execute(sql`select 1`).then(
    () => null,
    (reason: unknown) => reason,
  );
  await database.close();
  return error;
}

test("a database that refuses, hangs up, or doesn't respond is unavailable", async () => {
  const refused = await listening(() => undefined);
  await new Promise((done) => servers.pop()?.close(done));
  expect(isDatabaseAway(await errorAt(refused))).toBe(true);
  expect(isDatabaseAway(await errorAt(await listening((end) => end())))).toBe(true);
  expect(
    isDatabaseAway(await errorAt('postgres://somebody@/lintel?host=/tmp/no-such-folder')),
  ).toBe(true);
  const silent = await errorAt(await listening(() => undefined));
  expect([String((silent as Error).cause), isDatabaseAway(silent)]).toEqual([
    'Error: timeout expired',
    true,
  ]);
}, 60_000);

test("a connection lost during a statement means that the database is unavailable; an invalid statement doesn't", async () => {
  const database = await createTestDatabase();
  const failed = (statement: string) =>
    database.db.execute(sql.raw(statement)).catch((error: unknown) => error);
  expect(isDatabaseAway(await failed('select pg_terminate_backend(pg_backend_pid())'))).toBe(true);
  expect(isDatabaseAway(await failed('select * from nothing'))).toBe(false);
  expect(isDatabaseAway(await failed(`select 'x'::inet`))).toBe(false);
  expect(isDatabaseAway(new Error('a mistake of ours'))).toBe(false);
  // A cluster reports this without a code when a machine fails before a transaction commits there.
  for (const said of [
    'failure on connection marked as essential: 10.0.0.2:5432',
    'SSL SYSCALL error: EOF detected\ninvalid socket',
  ])
    expect(isDatabaseAway(new Error('Failed query', { cause: new Error(said) }))).toBe(true);
  await database.close();
});

test("recognizes a constraint error of a cluster's machine by its message, when nothing else is forwarded", () => {
  const refusal = (code: string, message: string) =>
    new Error('Failed query', { cause: Object.assign(new Error(message), { code }) });
  const unique =
    'duplicate key value violates unique constraint "co_branded_pages_page_name_unique_102008"';
  expect(brokenUnique(refusal('23505', unique))).toBe('co_branded_pages_page_name_unique_102008');
  expect(brokenForeignKey(refusal('23505', unique))).toBeNull();
  const key =
    'insert or update on table "offers_102010" violates foreign key constraint "offers_application_102010"';
  expect(brokenForeignKey(refusal('23503', key))).toBe('offers_application_102010');
  expect(brokenUnique(refusal('23505', 'something else'))).toBeNull();
});
