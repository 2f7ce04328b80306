import type { addTeamUser as endpoint } from '@lintel/contract/identity-team';
import { call } from '../../../lib/api/call.ts';

/** Adds a team user, who is sent an authorization link. */
export const addTeamUser = call<typeof endpoint>(
  { method: 'POST', path: '/contractor/{contractorId}/team/user', encoding: 'json' },
  { handles: [500] },
);
