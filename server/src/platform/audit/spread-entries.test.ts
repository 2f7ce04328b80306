import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrationsBefore } from '../../../test/former-schema.ts';
import { onCluster } from '../../../test/machines.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { auditChain } from '../tables.ts';
import { chainEntries, hashOf, headOf, type ChainedEntry } from './chain.ts';
import { verifyChain } from './verify.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-entries-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const query = async (text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows;

/** As the release before writes an entry: with nothing where it concerns no contractor. */
const write = (contractorId: number | null, count = 1) =>
  query(
    `insert into audit_log (at, contractor_id, action, entity) select now(), $1::integer, 'page.created', 'page' from generate_series(1, $2)`,
    [contractorId, count],
  );

test.skipIf(onCluster)(
  'entries of the release before keep their links when those of no contractor get a 0, while its processes write and chain; nothing else of them can be changed meanwhile',
  async () => {
    const { pool, db } = database;
    await query('drop schema public cascade; create schema public; drop schema drizzle cascade');
    await query('create extension if not exists pg_trgm');
    const then = await migrationsBefore('0055', folder);
    await migrate(drizzle(pool), { migrationsFolder: then });
    await write(null, 11_000);
    await write(101, 5);
    expect(await chainEntries(db)).toBe(11_005);

    // The schema alone, before the rows are filled.
    const now = join(import.meta.dirname, '../../../migrations');
    await migrate(drizzle(pool), { migrationsFolder: now });
    await write(null, 2);
    for (const change of [
      `contractor_id = 0, action = 'x'`,
      'contractor_id = 7',
      `action = 'x'`,
      'at = now()',
    ])
      await expect(query(`update audit_log set ${change} where id = 1`)).rejects.toThrow(
        'audit_log is append-only',
      );
    await expect(query('delete from audit_log where id = 1')).rejects.toThrow('is append-only');

    const done = new AbortController();
    const old = (async () => {
      while (!done.signal.aborted) await write(null);
    })();
    await migrateDatabase(pool);
    done.abort();
    await old;
    expect(await query('select 1 from audit_log where contractor_id is null')).toEqual([]);
    await expect(query('update audit_log set contractor_id = 0')).rejects.toThrow('is append-only');
    await chainEntries(db);
    // One that a process of the release before chains: it takes the 0 for a contractor.
    await write(null);
    await chainAsBefore();
    const [all] = await query('select count(*)::int count from audit_log');
    expect(await verifyChain(db)).toMatchObject({ entries: all.count, waiting: 0, problems: [] });
  },
  120_000,
);

async function chainAsBefore(): Promise<void> {
  const { db } = database;
  const [row] = await query(
    `select id::int, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') at, contractor_id "contractorId",
     action, entity, details from audit_log order by id desc limit 1`,
  );
  const nothing = { actorId: null, userId: null, entityId: null, address: null };
  const entry: ChainedEntry = { ...nothing, ...row };
  expect(entry.contractorId).toBe(0);
  const { position = 0, hash: previous = '' } = (await headOf(db)) ?? {};
  const hash = hashOf(previous, entry);
  await db.insert(auditChain).values({ position: position + 1, entryId: entry.id, previous, hash });
  await query('delete from audit_unchained where entry_id = $1', [entry.id]);
}
