import { queryOptions } from '@tanstack/react-query';
import type { readTeamLimits } from '@lintel/contract/identity-team';
import { call } from '../../../lib/api/call.ts';

const getLimits = call<typeof readTeamLimits>({ method: 'GET', path: '/contractor/{id}/team/max' });

/**
 * How many team users the contractor may have: the own number overrides the tier's; 0 where neither
 * is set.
 */
export const teamLimitQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['team-limit', contractorId],
    queryFn: ({ signal }) => getLimits({ params: { id: contractorId } }, { signal }),
    select: ({ data }) => data.contractorMaxTeamUsers ?? data.tierMaxTeamUsers ?? 0,
  });
