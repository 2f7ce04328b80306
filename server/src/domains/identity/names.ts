import { inArray } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { users } from './tables.ts';

/** The full names of accounts by their id, also of those that are no longer active. */
export async function fullNames(
  db: Database,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  return new Map(
    rows.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`.trim()]),
  );
}
