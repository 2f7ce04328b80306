import type { editTeamUser as endpoint } from '@lintel/contract/identity-team';
import { call } from '../../../lib/api/call.ts';

/** Changes a team user's names and access. */
export const editTeamUser = call<typeof endpoint>(
  { method: 'POST', path: '/contractor/{contractorId}/team/user/{userId}', encoding: 'json' },
  { handles: [500] },
);
