import { and, asc, eq, isNull } from 'drizzle-orm';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { endSessionsOf, setUser } from './account-repository.ts';
import { users } from './tables.ts';

/** A team user for whom a lower limit leaves no room. */
export interface TeamUserBeyond {
  id: number;
  fullName: string;
  email: string;
}

/** The active team users of a contractor beyond a limit: the newest, in the order in which they were added. */
export async function teamBeyond(db: Database, contractorId: number, limit: number): Promise<TeamUserBeyond[]> {
  const active = and(
    eq(users.contractorId, contractorId),
    eq(users.kind, 'team'),
    eq(users.isActive, true),
    isNull(users.removedAt),
  );
  const rows = await db.select().from(users).where(active).orderBy(asc(users.createdAt), asc(users.id)).offset(limit);
  return rows.map(({ id, firstname, lastname, email }) => ({ id, fullName: `${firstname} ${lastname}`.trim(), email }));
}

/**
 * Deactivates the newest team users beyond a limit; they are signed out at once and can be let in again when the limit allows. The
 * caller holds the contractor's lock, so that nobody is added meanwhile.
 */
export async function deactivateBeyond(
  tx: Database,
  clock: Clock,
  caller: Caller,
  { contractorId, limit }: { contractorId: number; limit: number },
): Promise<TeamUserBeyond[]> {
  const beyond = await teamBeyond(tx, contractorId, limit);
  const at = clock.now();
  for (const { id: entityId } of beyond) {
    await setUser(tx, entityId, { isActive: false });
    await endSessionsOf(tx, entityId, { reason: 'team limit lowered', at });
    await recordAudit(tx, clock, caller, { action: 'team-user.deactivated', entity: 'user', entityId, contractorId });
  }
  return beyond;
}
