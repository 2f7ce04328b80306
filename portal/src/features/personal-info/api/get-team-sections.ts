import { queryOptions } from '@tanstack/react-query';
import type { readTeamSections } from '@lintel/contract/identity-team';
import type { Answer } from '@lintel/contract/core/endpoint';
import { call } from '../../../lib/api/call.ts';

const getSections = call<typeof readTeamSections>({
  method: 'GET',
  path: '/contractor/{id}/team/resources',
});

/** A section that Limited access can open. */
export type TeamSection = Answer<typeof readTeamSections>['data'][number];

/** The sections that Limited access can open with the contractor's plan. */
export const teamSectionsQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['team-sections', contractorId],
    queryFn: ({ signal }) => getSections({ params: { id: contractorId } }, { signal }),
  });
