import {
  addTeamUser as addCall,
  editTeamUser as editCall,
  inviteTeamUser,
  reactivateTeamUser,
  readTeam as readTeamCall,
  readTeamLimits,
  readTeamSections,
  removeTeamUser as removeCall,
} from '@lintel/contract/identity/team';
import { handle, type Route } from '../../platform/http/route.ts';
import { teamLimits } from '../contractors/index.ts';
import type { AccountDeps } from './account-mail.ts';
import {
  addTeamUser,
  editTeamUser,
  inviteAgain,
  reactivate,
  readSections,
  readTeam,
  removeTeamUser,
} from './team.ts';

export const teamRoutes = (deps: AccountDeps): Route[] => [
  handle(readTeamCall, async ({ owned }) => ({ data: await readTeam(deps, owned.contractorId) })),
  handle(readTeamLimits, async ({ owned }) => ({
    data: await teamLimits(deps.db, owned.contractorId),
  })),
  handle(readTeamSections, async ({ owned }) => ({
    data: await readSections(deps, owned.contractorId),
  })),
  handle(addCall, async ({ body, caller, owned }) => {
    const user = await addTeamUser(deps, caller, owned.contractorId, body);
    return { message: 'We sent the added user an email with an authorization link.', user };
  }),
  handle(editCall, async ({ body, caller, owned }) => ({
    message: 'Update successful!',
    user: await editTeamUser(deps, caller, memberOf(owned), body),
  })),
  handle(removeCall, async ({ caller, owned }) => {
    await removeTeamUser(deps, caller, memberOf(owned));
    return { message: 'The user was deleted.' };
  }),
  handle(inviteTeamUser, async ({ caller, owned }) => {
    await inviteAgain(deps, caller, memberOf(owned));
    return { message: 'We sent the user another email with an authorization link.' };
  }),
  handle(reactivateTeamUser, async ({ caller, owned }) => ({
    message: 'The user can sign in again.',
    user: await reactivate(deps, caller, memberOf(owned)),
  })),
];

const memberOf = ({ contractorId, teamUserId }: { contractorId: number; teamUserId: number }) => ({
  contractorId,
  userId: teamUserId,
});
