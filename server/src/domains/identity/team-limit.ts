import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { endSessionsOf, setUser } from './repository.ts';
import { teamBeyond, type TeamUserBeyond } from './team-repository.ts';

/**
 * Deactivates the newest team users beyond a limit; they are signed out at once and can be let in
 * again when the limit allows. The caller holds the contractor's lock, so that nobody is added
 * meanwhile.
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
    await recordAudit(tx, clock, caller, {
      action: 'team-user.deactivated',
      entity: 'user',
      entityId,
      contractorId,
    });
  }
  return beyond;
}
