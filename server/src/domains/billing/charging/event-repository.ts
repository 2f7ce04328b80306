import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { gatewayEvents } from '../payments/tables.ts';

export type EventRow = typeof gatewayEvents.$inferSelect;

/**
 * Stores an event; false when it is already stored. With a parallel duplicate, the second call
 * waits for the first to commit.
 */
export async function insertEvent(
  tx: Database,
  values: typeof gatewayEvents.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(gatewayEvents)
    .values(values)
    .onConflictDoNothing({ target: gatewayEvents.id })
    .returning({ id: gatewayEvents.id });
  return rows.length > 0;
}

export async function updateEvent(
  tx: Database,
  id: string,
  values: { processedAt?: Date; problem?: string },
): Promise<void> {
  await tx.update(gatewayEvents).set(values).where(eq(gatewayEvents.id, id));
}

/** A waiting event, locked; undefined when it isn't waiting, or another transaction has it. */
export async function lockWaiting(tx: Database, id: string): Promise<EventRow | undefined> {
  const [row] = await tx
    .select()
    .from(gatewayEvents)
    .where(and(eq(gatewayEvents.id, id), isWaiting))
    .for('update', { skipLocked: true });
  return row;
}

const isWaiting = and(isNull(gatewayEvents.processedAt), eq(gatewayEvents.problem, ''));

/** A gateway's waiting events received before a moment, oldest first. */
export const selectWaiting = (
  db: Database,
  gateway: string,
  before: Date,
): Promise<{ id: string }[]> =>
  db
    .select({ id: gatewayEvents.id })
    .from(gatewayEvents)
    .where(and(isWaiting, eq(gatewayEvents.gateway, gateway), lt(gatewayEvents.receivedAt, before)))
    .orderBy(asc(gatewayEvents.receivedAt))
    .limit(500);
