import { sql } from 'drizzle-orm';
import type { Database } from './connect.ts';

const lockClass = 7_231_912;

/**
 * To be called once a contractor's row is locked: waits for whoever locked it before to have
 * committed on all machines, and has whoever comes next wait in the same way. On a cluster the row
 * itself is free as soon as the coordinator has committed, a moment before the contractor's other
 * rows can be seen as they are now.
 */
export async function takeTurn(tx: Database, contractorId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClass}::int, ${contractorId}::int)`);
}
