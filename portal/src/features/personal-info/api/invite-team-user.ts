import type { inviteTeamUser as endpoint } from '@lintel/contract/identity-team';
import { call } from '../../../lib/api/call.ts';

/** Sends the authorization link once more. */
export const inviteTeamUser = call<typeof endpoint>(
  { method: 'POST', path: '/contractor/{contractorId}/team/user/{userId}/invite' },
  { handles: [500] },
);
