import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrationsBefore } from '../../../test/former-schema.ts';
import { onCluster } from '../../../test/machines.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-messages-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const query = async (text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows;

/** As the release before queues a message: it names the key alone, and nobody where it concerns none. */
async function queueAsBefore(key: string, contractorId: number | null): Promise<number | null> {
  const [row] = await query(
    `insert into email_messages (key, event, contractor_id, message_id, created_at)
     values ($1, 'application-step', $2, '<a@b>', now()) on conflict (key) do nothing returning id::int`,
    [key, contractorId],
  );
  return row?.id ?? null;
}

/** As the release before hands one over: its row is locked for as long as the mail server takes. */
async function sendAsBefore(id: number, takes: number): Promise<void> {
  const client = await database.pool.connect();
  await client.query('begin');
  const { rowCount } = await client.query(
    `select 1 from email_messages where id = $1 and status = 'queued' for update skip locked`,
    [id],
  );
  await sleep(takes);
  if (rowCount === 1)
    await client.query(
      `update email_messages set status = 'sent', settled_at = now() where id = $1`,
      [id],
    );
  await client.query('commit');
  client.release();
}

test.skipIf(onCluster)(
  'messages of the release before get keys that begin with the contractor, while its processes queue and send: each once',
  async () => {
    const { pool } = database;
    await query('drop schema public cascade; create schema public; drop schema drizzle cascade');
    await query('create extension if not exists pg_trgm');
    const then = await migrationsBefore('0058', folder);
    await migrate(drizzle(pool), { migrationsFolder: then });
    await query(
      `insert into email_messages (key, event, contractor_id, status, message_id, created_at)
       select 'before-' || n, 'application-step', case when n % 3 = 0 then 101 end, 'sent', '<a@b>', now() from generate_series(1, 12000) n`,
    );
    const slow = await queueAsBefore('handed-over', null);
    const handingOver = sendAsBefore(slow ?? 0, 2000);
    const done = new AbortController();
    const old = (async () => {
      for (let round = 0; !done.signal.aborted; round += 1) {
        const key = `during-${round}`;
        const id = await queueAsBefore(key, round % 2 === 0 ? null : 101);
        expect(await queueAsBefore(key, round % 2 === 0 ? null : 101)).toBeNull();
        await sendAsBefore(id ?? 0, 5);
      }
    })();
    await migrateDatabase(pool);
    done.abort();
    await old;
    await handingOver;

    const [left] = await query(
      `select count(*) filter (where contractor_id is null)::int unnamed, count(*) filter (where status <> 'sent')::int unsent,
       count(*) filter (where contractor_id = 0 and key like 'before-%')::int "ofNobody" from email_messages`,
    );
    expect(left).toEqual({ unnamed: 0, unsent: 0, ofNobody: 8000 });
    const [key] = await query(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'p' and conrelid = 'email_messages'::regclass`,
    );
    expect(key).toEqual({ definition: 'PRIMARY KEY (contractor_id, id)' });
    expect(await query('select conname from pg_constraint where not convalidated')).toEqual([]);
    // The release before goes on for a while.
    expect(await queueAsBefore('during-0', null)).toBeNull();
    expect(await queueAsBefore('after', null)).not.toBeNull();
    expect(await query(`select contractor_id from email_messages where key = 'after'`)).toEqual([
      { contractor_id: 0 },
    ]);
  },
  120_000,
);
