import type { Pool } from 'pg';

/** Any number, the same in every process. */
const lockId = 7_231_907;

/**
 * Does `work` while no other process does such work on this database: processes that start together
 * make nothing twice.
 */
export async function inTurns<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    // The turns of those before may take longer than a statement is given.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockId]);
    return await work();
  } finally {
    // The lock and the setting end with the connection.
    client.release(true);
  }
}
