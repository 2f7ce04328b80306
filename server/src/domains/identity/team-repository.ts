import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { users } from './tables.ts';

export type TeamRow = typeof users.$inferSelect;

const ofTeam = (contractorId: number) =>
  and(eq(users.contractorId, contractorId), eq(users.kind, 'team'), isNull(users.removedAt));

/** A contractor's team, in the order of the names. */
export async function selectTeam(db: Database, contractorId: number): Promise<TeamRow[]> {
  return db
    .select()
    .from(users)
    .where(ofTeam(contractorId))
    .orderBy(asc(users.firstname), asc(users.lastname), asc(users.id));
}

/** One of a contractor's team, or undefined. */
export async function findTeamUser(
  db: Database,
  contractorId: number,
  userId: number,
): Promise<TeamRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(ofTeam(contractorId), eq(users.id, userId)));
  return row;
}

/** How many team users count toward the limit: those who are not deactivated. */
export async function countTeam(db: Database, contractorId: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(users)
    .where(and(ofTeam(contractorId), eq(users.isActive, true)));
  return row?.total ?? 0;
}
