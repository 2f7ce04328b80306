import type { Tier } from '@lintel/contract/billing/tiers';
import { teamSections, type TeamSection } from '@lintel/contract/identity/team';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { teamLimits, teamLimitsByTier } from '../../contractors/index.ts';
import { ownerPrivileges, readPlansPrivileges } from '../sessions/index.ts';
import { countTeam } from './repository.ts';
import { deactivateBeyond } from './team.ts';

/** Effects of a plan on a contractor's accounts, for billing. */
export const planEffects = (clock: Clock) => ({
  team: async (db: Database, contractorId: number) => ({
    active: await countTeam(db, contractorId),
    limits: await teamLimitsByTier(db, contractorId),
  }),

  /** The caller holds the contractor's lock. */
  fitTeam: async (tx: Database, contractorId: number): Promise<void> => {
    const { contractorMaxTeamUsers, tierMaxTeamUsers } = await teamLimits(tx, contractorId);
    const limit = contractorMaxTeamUsers ?? tierMaxTeamUsers ?? 0;
    await deactivateBeyond(tx, { clock }, null, { contractorId, limit });
  },

  sections: async (
    db: Database,
    plans: readonly { id: number; tier: Tier }[],
  ): Promise<Map<number, TeamSection[]>> => {
    const granted = await readPlansPrivileges(
      db,
      plans.map(({ id }) => id),
    );
    return new Map(
      plans.map(({ id, tier }) => {
        const held = ownerPrivileges(granted.get(id) ?? [], tier);
        const opened = teamSections.filter((section) =>
          held.some(({ resource, code }) => resource === section && code === 'access'),
        );
        return [id, opened];
      }),
    );
  },
});
