import type { removeTeamUser as endpoint } from '@lintel/contract/identity-team';
import { call } from '../../../lib/api/call.ts';

/** Takes a team user out. */
export const removeTeamUser = call<typeof endpoint>(
  { method: 'DELETE', path: '/contractor/{contractorId}/team/user/{userId}' },
  { handles: [500] },
);
