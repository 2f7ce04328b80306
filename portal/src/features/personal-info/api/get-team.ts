import { queryOptions } from '@tanstack/react-query';
import type { readTeam } from '@lintel/contract/identity-team';
import { call } from '../../../lib/api/call.ts';

const getTeam = call<typeof readTeam>({ method: 'GET', path: '/contractor/{id}/team' });

/** The contractor's team users. */
export const teamQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['team', contractorId],
    queryFn: ({ signal }) => getTeam({ params: { id: contractorId } }, { signal }),
  });
