import { sql } from 'drizzle-orm';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../../platform/db/connect.ts';
import { onJob } from '../../platform/jobs/job.ts';
import { oneByOne } from '../../platform/jobs/one-by-one.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { keepSearchIndexes } from './queue-jobs.ts';
import { applications } from './tables.ts';

/**
 * The index of words of all contractors' applications. It reads where all rows of a contractor are
 * for each search, which takes 6 ms of the processor for a million of them and a tenth of that for
 * the words.
 */
const shared = 'applications_contractor_search';
/** Contractors with many applications have an index of words of their own, of this name and their id. */
const ownName = 'applications_search_of_';

export interface SearchIndexDeps {
  db: Database;
  pool: Pool;
  log: Logger;
  /** From how many applications on a contractor gets one, and how many of them there are at most. */
  limits?: { from: number; atMost: number };
}

/** Each index makes every change of its contractor's applications, and planning, a little dearer. */
const usual = { from: 100_000, atMost: 20 };
/** So that no two processes build at once. */
const lockId = 722_014_637;

/** Who has so many applications, those with the most first. */
async function largest(db: Database, from: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select contractor_id as id from ${applications} group by contractor_id having count(*) >= ${from}::int
    order by count(*) desc, contractor_id`);
  return rows.map(({ id }) => id);
}

/**
 * Whose own indexes there are, and whether each can be used: one whose building was interrupted, or
 * which holds other texts than the shared one since a migration, cannot.
 */
async function existing(client: PoolClient): Promise<{ id: number; isUsable: boolean }[]> {
  const { rows } = await client.query<{ id: number; isUsable: boolean }>(
    `select substr(c.relname, length($1) + 1)::int as id,
       i.indisvalid and pg_get_indexdef(i.indexrelid, 1, true) = pg_get_indexdef($2::regclass, 2, true) as "isUsable"
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = (select indrelid from pg_index where indexrelid = $2::regclass) and starts_with(c.relname, $1)`,
    [ownName, shared],
  );
  return rows;
}

/** Writes go on meanwhile. What waits to be sorted in is read by each search, so that it is kept small. */
async function build(client: PoolClient, id: number): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    'select pg_get_indexdef($1::regclass, 2, true) as text',
    [shared],
  );
  await client.query(
    `create index concurrently ${ownName}${id} on applications using gin ((${rows[0]?.text}) gin_trgm_ops)
     with (gin_pending_list_limit = 512) where contractor_id = ${id}`,
  );
}

const drop = (client: PoolClient, id: number) =>
  client.query(`drop index concurrently if exists ${ownName}${id}`);

/**
 * Gives the contractors with the most applications their own indexes, and takes away what is of no
 * use any more. Of nobody who has one and still needs it: it would come and go with the numbers.
 */
export async function keepOwnIndexes({
  db,
  pool,
  log,
  limits: { from, atMost } = usual,
}: SearchIndexDeps): Promise<void> {
  const large = await largest(db, from);
  const client = await pool.connect();
  let isOurs = false;
  try {
    const { rows } = await client.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock($1) as "isOurs"',
      [lockId],
    );
    isOurs = rows[0]?.isOurs === true;
    // Whoever waited for the lock would hold up the building itself.
    if (!isOurs) return;
    await client.query("set statement_timeout = '2h'");
    const own = await existing(client);
    const kept = own
      .filter(({ id, isUsable }) => isUsable && large.includes(id))
      .map(({ id }) => id);
    for (const { id } of own) if (!kept.includes(id)) await drop(client, id);
    const missing = large.filter((id) => !kept.includes(id));
    await oneByOne(missing.slice(0, Math.max(atMost - kept.length, 0)), {
      log,
      work: (id) => build(client, id),
      failed: (id) => `the index of words of contractor ${id} was not built`,
    });
  } finally {
    // With the connection it would end a moment later, and whoever comes next would do nothing.
    if (isOurs)
      await client.query('select pg_advisory_unlock($1)', [lockId]).catch(() => undefined);
    client.release(true);
  }
}

/** At night, because building reads the whole table. */
export const searchIndexSchedules = (deps: SearchIndexDeps): Schedule[] => [
  { pattern: '7 7 * * *', handler: onJob(keepSearchIndexes, () => keepOwnIndexes(deps)) },
];
