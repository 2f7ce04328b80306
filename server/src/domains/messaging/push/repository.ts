import { and, arrayContains, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { PushKind } from '@lintel/contract/push/constants';
import type { Database } from '../../../platform/db/connect.ts';
import { pushDevices } from './tables.ts';

export type DeviceRow = typeof pushDevices.$inferSelect;
export interface DeviceKey {
  contractorId: number;
  id: number;
}
interface UserKey {
  contractorId: number;
  userId: number;
}

const isDevice = ({ contractorId, id }: DeviceKey) =>
  and(eq(pushDevices.contractorId, contractorId), eq(pushDevices.id, id));
const matchesUser = ({ contractorId, userId }: UserKey) =>
  and(eq(pushDevices.contractorId, contractorId), eq(pushDevices.userId, userId));

/** A user's devices, oldest first. */
export const selectUserDevices = (db: Database, of: UserKey): Promise<DeviceRow[]> =>
  db.select().from(pushDevices).where(matchesUser(of)).orderBy(asc(pushDevices.id));

/** The devices of a contractor's people; filtered by subscribed kind, if given. */
export const selectDevices = (
  db: Database,
  contractorId: number,
  kind?: PushKind,
): Promise<DeviceRow[]> =>
  db
    .select()
    .from(pushDevices)
    .where(
      and(
        eq(pushDevices.contractorId, contractorId),
        kind && arrayContains(pushDevices.kinds, [kind]),
      ),
    )
    .orderBy(asc(pushDevices.userId), asc(pushDevices.id));

export async function findDevice(db: Database, of: DeviceKey): Promise<DeviceRow | undefined> {
  const [row] = await db.select().from(pushDevices).where(isDevice(of));
  return row;
}

/** Other users' rows with the same address. */
export const selectSameAddress = (
  db: Database,
  { contractorId, userId, endpointHash }: UserKey & { endpointHash: string },
): Promise<DeviceRow[]> =>
  db
    .select()
    .from(pushDevices)
    .where(
      and(
        eq(pushDevices.endpointHash, endpointHash),
        or(ne(pushDevices.contractorId, contractorId), ne(pushDevices.userId, userId)),
      ),
    );

/** Inserts a device, or updates the same one of the same user. */
export async function saveDevice(
  tx: Database,
  values: typeof pushDevices.$inferInsert,
): Promise<DeviceRow> {
  const { subscription, sessionId, userAgent, kinds } = values;
  const [row] = await tx
    .insert(pushDevices)
    .values(values)
    .onConflictDoUpdate({
      target: [pushDevices.contractorId, pushDevices.userId, pushDevices.endpointHash],
      set: { subscription, sessionId, userAgent, kinds },
    })
    .returning();
  if (row === undefined) throw new Error('The device was not stored');
  return row;
}

/** Deletes a device, whose waiting notifications are then suppressed. Returns whether it existed. */
export async function deleteDevice(db: Database, of: DeviceKey): Promise<boolean> {
  const { rowCount } = await db.delete(pushDevices).where(isDevice(of));
  return (rowCount ?? 0) > 0;
}

export async function markSent(db: Database, of: DeviceKey, at: Date): Promise<void> {
  await db.update(pushDevices).set({ lastSentAt: at }).where(isDevice(of));
}

/** Makes changes to a user's devices run one at a time. */
export const lockUserDevices = async (
  tx: Database,
  { contractorId, userId }: UserKey,
): Promise<void> => {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`push:${contractorId}:${userId}`}, 0))`,
  );
};

/** The sessions of all devices after an id, in order. */
export const selectSessionsAfter = async (
  db: Database,
  after: string,
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ id: pushDevices.sessionId })
    .from(pushDevices)
    .where(sql`${pushDevices.sessionId} > ${after}`)
    .orderBy(asc(pushDevices.sessionId))
    .limit(limit);
  return rows.map(({ id }) => id);
};

export async function deleteSessionDevices(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(pushDevices).where(inArray(pushDevices.sessionId, [...ids]));
}
