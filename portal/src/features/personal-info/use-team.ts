import { useQuery } from '@tanstack/react-query';
import type { TeamUser } from '@lintel/contract/identity-team';
import { teamLimitQuery } from './api/get-team-limits.ts';
import { teamSectionsQuery, type TeamSection } from './api/get-team-sections.ts';
import { teamQuery } from './api/get-team.ts';

export interface Team {
  contractorId: number;
  users: readonly TeamUser[];
  sections: readonly TeamSection[];
  /** How many there may be, and how many count: the active and the invited ones. */
  limit: number;
  count: number;
}

interface Loading {
  /** False where no team limit exists: then there is no team. */
  exists: boolean;
  team: Team | null;
  failed: boolean;
  retry: () => void;
}

/** The contractor's team, its limit and the sections that can be opened to it. */
export function useTeam(contractorId: number): Loading {
  const limit = useQuery(teamLimitQuery(contractorId));
  const users = useQuery(teamQuery(contractorId));
  const sections = useQuery(teamSectionsQuery(contractorId));
  const all = [limit, users, sections];
  return {
    exists: limit.isError || (limit.data ?? 0) > 0,
    team:
      limit.data && users.data && sections.data
        ? {
            contractorId,
            users: users.data.data,
            sections: sections.data.data,
            limit: limit.data,
            count: users.data.data.filter(({ status }) => status !== 'deactivated').length,
          }
        : null,
    failed: all.some(({ isError }) => isError),
    retry: () =>
      void Promise.all(all.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}
