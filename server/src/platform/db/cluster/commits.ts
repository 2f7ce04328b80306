import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import { MissingRow } from '../../jobs/job.ts';
import type { Database } from '../connect.ts';

/*
 * A transaction over several machines commits on the coordinator first and on the workers moments
 * later. In between, other sessions see the coordinator's rows as they are now and those of the
 * workers as they were. PostgreSQL releases advisory locks when all machines have committed, so
 * a transaction that must not act in between waits for one (ADR 0051).
 */

/** The classes of advisory locks: of transactions that queue jobs, and of contractors. */
const lockClasses = { transaction: 7_231_911, contractor: 7_231_912 } as const;
const mark = 'transaction:';

/**
 * Makes each transaction that queues a job hold a lock, and records the lock in the job's flags.
 * The queue is on the coordinator, so a trigger there is enough: code that queues jobs is unaware
 * of it, and a database that isn't distributed doesn't have it.
 */
export async function installCommitLock(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(`
    create or replace function hold_until_committed() returns trigger language plpgsql as $$
    declare
      lock int := mod(pg_current_xact_id()::text::bigint, 2147483647);
    begin
      perform pg_advisory_xact_lock(${lockClasses.transaction}, lock);
      new.flags := coalesce(new.flags, '{}') || jsonb_build_object('${mark}' || lock, true);
      return new;
    end $$`);
  const { rows } = await client.query(
    `select from pg_trigger where tgrelid = 'graphile_worker._private_jobs'::regclass and tgname = 'hold_until_committed'`,
  );
  if (rows.length === 0)
    await client.query(`
      create trigger hold_until_committed before insert on graphile_worker._private_jobs
      for each row execute function hold_until_committed()`);
}

/** Pauses between checks of the lock, in milliseconds; then the job returns to the queue. */
const pauses = [5, 20, 50, 100, 200, 400];

/**
 * Waits until the transaction that queued a job has committed on all machines. A job without a
 * transaction flag starts immediately.
 */
export async function untilCommitted(
  flags: Readonly<Record<string, true>> | null,
  query: (text: string, values: unknown[]) => Promise<{ rows: { free: boolean }[] }>,
): Promise<void> {
  const flag = Object.keys(flags ?? {}).find((one) => one.startsWith(mark));
  if (flag === undefined) return;
  const values = [lockClasses.transaction, Number(flag.slice(mark.length))];
  const text = 'select pg_try_advisory_xact_lock_shared($1::int, $2::int) as free';
  const isCommitted = async (): Promise<boolean> =>
    (await query(text, values)).rows[0]?.free === true;
  for (const pause of pauses) {
    if (await isCommitted()) return;
    await sleep(pause);
  }
  if (!(await isCommitted())) throw new MissingRow('What the job’s transaction wrote');
}

/** Whether this process's database is distributed. */
let isOnCluster = false;

/** Call once, after the process has opened its database. */
export const setOnCluster = (is: boolean): void => void (isOnCluster = is);

/**
 * Call right after locking a contractor's row: waits until the transaction that locked it before
 * has committed on all machines. The row's lock is on the coordinator, which releases it earlier.
 * With this order, no holder of the advisory lock waits for the row.
 */
export async function afterRowLock(tx: Database, contractorId: number): Promise<void> {
  if (!isOnCluster) return;
  await tx.execute(
    sql`select pg_advisory_xact_lock(${lockClasses.contractor}::int, ${contractorId}::int)`,
  );
}
