import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '@lintel/contract/core/endpoint';
import type {
  readTeamLimits,
  readTeamSections,
  readTeam,
  TeamUser,
} from '@lintel/contract/identity/team';
import { call } from '../../../lib/api/call.ts';

const getLimits = call<typeof readTeamLimits>({ method: 'GET', path: '/contractor/{id}/team/max' });

/** The contractor's team user limit: its own number overrides the tier's; 0 if neither is set. */
export const teamLimitQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['team-limit', contractorId],
    queryFn: ({ signal }) => getLimits({ params: { id: contractorId } }, { signal }),
    select: ({ data }) => data.contractorMaxTeamUsers ?? data.tierMaxTeamUsers ?? 0,
  });

const getSections = call<typeof readTeamSections>({
  method: 'GET',
  path: '/contractor/{id}/team/resources',
});

/** A section available to Limited access. */
export type TeamSection = Answer<typeof readTeamSections>['data'][number];

/** The sections that the contractor's plan makes available to Limited access. */
export const teamSectionsQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['team-sections', contractorId],
    queryFn: ({ signal }) => getSections({ params: { id: contractorId } }, { signal }),
  });

const getTeam = call<typeof readTeam>({ method: 'GET', path: '/contractor/{id}/team' });

/** The contractor's team users. */
export const teamQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['team', contractorId],
    queryFn: ({ signal }) => getTeam({ params: { id: contractorId } }, { signal }),
  });

export interface Team {
  contractorId: number;
  users: readonly TeamUser[];
  sections: readonly TeamSection[];
  /** The limit, and the users that count against it: active and invited ones. */
  limit: number;
  count: number;
}

interface TeamState {
  /** False without a team limit: then there is no team. */
  exists: boolean;
  team: Team | null;
  failed: boolean;
  retry: () => void;
}

/** The contractor's team, its limit, and its available sections. */
export function useTeam(contractorId: number): TeamState {
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
