import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrationsBefore } from '../../../test/former-schema.ts';
import { onCluster } from '../../../test/machines.ts';
import { migrateDatabase } from './migrate.ts';
import { migrateOnline } from './online.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-online-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const query = async (text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows;

/** Does the steps of one file in a folder of its own, patient for a moment only. */
async function run(name: string, steps: string): Promise<void> {
  const own = join(folder, name);
  await cp(await mkdtemp(join(tmpdir(), 'lintel-empty-')), own, { recursive: true });
  await writeFile(join(own, `${name}.sql`), steps);
  const client = await database.pool.connect();
  try {
    await migrateOnline(client, own, { lock: 20, pause: 20 });
  } finally {
    client.release();
  }
}

test('each step is done once, and what was interrupted goes on where it was', async () => {
  await query('create table tried (n int, filled boolean)');
  await query('insert into tried (n) select generate_series(1, 25)');
  const broken = `insert into tried (n) values (100);
--> repeat
update tried set filled = true where n in (select n from tried where filled is null limit 4);
--> step
insert into tried (n, filled) values (101, true);
insert into tried (n) values ('nonsense');
`;
  await expect(run('first', broken)).rejects.toThrow(/nonsense/);
  expect(await query('select count(*)::int from tried where filled')).toEqual([{ count: 26 }]);
  expect(await query('select n from tried where n > 100')).toEqual([]);
  const mended = broken.replace("('nonsense')", '(102)');
  for (let round = 0; round < 2; round += 1) await run('first', mended);
  expect(await query('select n from tried where n >= 100 order by n')).toEqual([
    { n: 100 },
    { n: 101 },
    { n: 102 },
  ]);
});

test('an index whose building was interrupted is built anew', async () => {
  await query('create table doubled (n int)');
  await query('insert into doubled values (1), (1)');
  const steps = 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS doubled_n ON doubled (n);\n';
  await expect(run('index', steps)).rejects.toThrow(/could not create unique index/);
  await query('delete from doubled');
  await run('index', steps);
  const state = "select indisvalid valid from pg_index where indexrelid = 'doubled_n'::regclass";
  expect(await query(state)).toEqual([{ valid: true }]);
});

test('a step waits for whoever uses the table, and is not given up', async () => {
  await query('create table busy (n int)');
  const client = await database.pool.connect();
  await client.query('begin; insert into busy values (1)');
  const done = run('busy', 'alter table busy add column more int;\n');
  await sleep(200);
  await client.query('commit');
  client.release();
  await done;
  expect(await query('select more from busy')).toEqual([{ more: null }]);
});

test.skipIf(onCluster)(
  'the rows of the release before get keys that begin with the contractor, while its processes write',
  async () => {
    const { pool } = database;
    await query('drop schema public cascade; create schema public; drop schema drizzle cascade');
    await query('create extension if not exists pg_trgm');
    await migrate(drizzle(pool), { migrationsFolder: await migrationsBefore('0043', folder) });
    await query(
      `insert into contractors (id, company_name, registered_at, payment_status) select n, 'C' || n, now(), 'Paid' from generate_series(1, 3) n`,
    );
    await query(
      `insert into co_branded_pages (id, contractor_id, page_name, company_name, cc_acceptance, created_at, updated_at) select n, n, 'page-' || n, 'C' || n, 'Yes', now(), now() from generate_series(1, 3) n`,
    );
    await query(`insert into applications (contractor_id, page_id, source, token_hash, reference, started_at)
    select 1 + n % 3, 1 + n % 3, (enum_range(null::application_source))[1], 'hash' || n, 'ref' || n, now() from generate_series(1, 12000) n`);
    await query(`insert into offers (application_id, contractor_id, reference, kind, lender_name, amount_cents, received_at)
    select id, contractor_id, 'offer', 'loan', 'Lender', 100, now() from applications`);
    const event = `insert into lender_events (id, network, application_id, type, received_at)
    select $1 || id, 'sandbox', id, 'offers.received', now() from applications`;
    await query(event, ['before']);
    // As the release before books: it names the key that leaves the contractor out.
    const charge = `insert into ledger_entries (source, contractor_id, account, kind, amount_cents, happened_at, booked_at)
    values ($1, 1, 'subscription', 'charge', 100, now(), now()) on conflict (source) do nothing`;
    const done = new AbortController();
    const old = (async () => {
      for (let round = 0; !done.signal.aborted; round += 1) {
        await query(`${event} limit 3 on conflict do nothing`, [`during${round}-`]);
        await query(charge, [`charge:${round}`]);
        await query(charge, [`charge:${round}`]);
      }
    })();
    await migrateDatabase(pool);
    done.abort();
    await old;
    const wrong = `select count(*)::int from lender_events e join applications a on a.id = e.application_id
    where e.contractor_id is distinct from a.contractor_id`;
    expect(await query(wrong)).toEqual([{ count: 0 }]);
    const keys = `select conrelid::regclass::text "table", pg_get_constraintdef(oid) key from pg_constraint
    where contype = 'p' and conrelid in ('applications'::regclass, 'offers'::regclass, 'lender_events'::regclass) order by 1`;
    const key = 'PRIMARY KEY (contractor_id, id)';
    expect(await query(keys)).toEqual(
      ['applications', 'lender_events', 'offers'].map((table) => ({ table, key })),
    );
    expect(await query('select conname from pg_constraint where not convalidated')).toEqual([]);
  },
);
