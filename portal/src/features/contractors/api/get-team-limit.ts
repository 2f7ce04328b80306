import { queryOptions } from '@tanstack/react-query';
import type { readTeamLimit } from '@lintel/contract/contractors-edit';
import { call } from '../../../lib/api/call.ts';
import { contractorsKey } from './get-contractors.ts';

/** Whatever goes wrong is told in one way by the dialog. */
const getLimit = call<typeof readTeamLimit>(
  { method: 'GET', path: '/manage/contractor/{id}/team/max' },
  { handles: [400, 403, 404, 422, 429, 500, 503] },
);

/** How many team users a contractor may have with a plan: its own number, and the tier's. */
export const teamLimitQuery = (id: number, plan: number | null) =>
  queryOptions({
    queryKey: [...contractorsKey, 'team-limit', id, plan],
    queryFn: ({ signal }) =>
      getLimit({ params: { id }, query: plan === null ? {} : { plan } }, { signal }),
    retry: false,
  });
