import { eq, inArray } from 'drizzle-orm';
import type { NotificationKey } from '@lintel/contract/emails/constants';
import type { Database } from '../../platform/db/connect.ts';
import { notificationPreferences } from './tables.ts';

/** What the users have chosen, by their id; who has chosen nothing is not in it. */
export async function selectPreferences(
  db: Database,
  userIds: readonly number[],
): Promise<Map<number, NotificationKey>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(notificationPreferences)
    .where(inArray(notificationPreferences.userId, [...userIds]));
  return new Map(rows.map((row) => [row.userId, row.optionKey as NotificationKey]));
}

export async function savePreference(
  db: Database,
  userId: number,
  optionKey: NotificationKey,
): Promise<void> {
  await db
    .insert(notificationPreferences)
    .values({ userId, optionKey })
    .onConflictDoUpdate({ target: notificationPreferences.userId, set: { optionKey } });
}

/** The choice of one user; undefined when there is none. */
export async function findPreference(
  db: Database,
  userId: number,
): Promise<NotificationKey | undefined> {
  const [row] = await db
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));
  return row?.optionKey as NotificationKey | undefined;
}
