import type { reactivateTeamUser as endpoint } from '@lintel/contract/identity-team';
import { call } from '../../../lib/api/call.ts';

/** Lets a deactivated team user in again. */
export const reactivateTeamUser = call<typeof endpoint>(
  { method: 'POST', path: '/contractor/{contractorId}/team/user/{userId}/reactivate' },
  { handles: [500] },
);
