import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Following } from './following.ts';

/** Stands for staff where others have a contractor. */
export const staff = 0;

/** The contractors whose rows a run touches. Nobody gathers them where there is no replica. */
export const touched = new Following<Set<number>>();

/** A change of a contractor's rows is under way: its people are to see it once it has committed. */
export const touches = (contractorId: number): void => void touched.current?.add(contractorId);

/** A position in PostgreSQL's log, such as `0/16B3748`, as a number that can be compared. */
export function positionOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/**
 * Notes that these contractors' people (or staff) have just changed something. What was committed
 * before this is called stands before the position that is noted. Losing a note is no loss of data,
 * so nobody waits for the disk.
 */
async function noteChanges(pool: Pool, contractors: Iterable<number>): Promise<void> {
  // In one order, so that two processes never wait for each other.
  const ids = [...new Set(contractors)].toSorted((a, b) => a - b);
  if (ids.length === 0) return;
  await pool.query(
    `with quick as materialized (select set_config('synchronous_commit', 'off', true))
     insert into last_changes (contractor_id, position)
     select id, pg_current_wal_lsn() from quick, unnest($1::int[]) as id
     on conflict (contractor_id) do update set position = pg_current_wal_lsn()`,
    [ids],
  );
}

/** Is told whose rows were changed. Never throws. */
export type OnTouched = (contractors: Iterable<number>) => Promise<void>;

/**
 * Notes changes for whoever has made them. One that cannot be noted, because the primary has just
 * gone away, does not fail: at the latest it is seen once no replica may be so old any more.
 */
export const notingChanges =
  (pool: Pool, log: Logger): OnTouched =>
  async (contractors) => {
    try {
      await noteChanges(pool, contractors);
    } catch (error) {
      log.warn({ err: error }, 'a change could not be noted for the replica');
    }
  };

/** How far the log is now, and where the last change of these contractors' people stands in it. */
export async function readPositions(
  pool: Pool,
  contractors: readonly number[],
): Promise<{ now: bigint; changed: bigint }> {
  const { rows } = await pool.query<{ now: string; changed: string | null }>(
    `select pg_current_wal_lsn()::text as now,
            (select max(position)::text from last_changes where contractor_id = any($1::int[])) as changed`,
    [contractors],
  );
  const now = positionOf(rows[0]?.now ?? '0/0');
  const changed = positionOf(rows[0]?.changed ?? '0/0');
  // A note from further on was restored from another server's log and says nothing of this one's.
  return { now, changed: changed > now ? 0n : changed };
}
