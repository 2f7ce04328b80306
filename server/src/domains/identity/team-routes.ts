import {
  addTeamUser as addCall,
  editTeamUser as editCall,
  inviteTeamUser,
  reactivateTeamUser,
  readTeam as readTeamCall,
  readTeamLimits,
  readTeamSections,
  removeTeamUser as removeCall,
  resetTeamFactors as resetTeamFactorsCall,
} from '@lintel/contract/identity/team';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Context } from '../../platform/context.ts';
import { teamLimits } from '../contractors/index.ts';
import { resetTeamFactors } from './staff/index.ts';
import {
  addTeamUser,
  editTeamUser,
  inviteAgain,
  reactivate,
  readSections,
  readTeam,
  removeTeamUser,
} from './team/index.ts';

export const teamRoutes = (context: Context): Route[] => [
  handle(readTeamCall, async ({ owned }) => ({
    data: await readTeam(context, owned.contractorId),
  })),
  handle(readTeamLimits, async ({ owned }) => ({
    data: await teamLimits(context.db, owned.contractorId),
  })),
  handle(readTeamSections, async ({ owned }) => ({
    data: await readSections(context, owned.contractorId),
  })),
  handle(addCall, async ({ body, caller, owned }) => {
    const user = await addTeamUser(context, caller, owned.contractorId, body);
    return { message: 'We sent the added user an email with an authorization link.', user };
  }),
  handle(editCall, async ({ body, caller, owned }) => ({
    message: 'Update successful!',
    user: await editTeamUser(context, caller, toMember(owned), body),
  })),
  handle(removeCall, async ({ caller, owned }) => {
    await removeTeamUser(context, caller, toMember(owned));
    return { message: 'The user was deleted.' };
  }),
  handle(inviteTeamUser, async ({ caller, owned }) => {
    await inviteAgain(context, caller, toMember(owned));
    return { message: 'We sent the user another email with an authorization link.' };
  }),
  handle(resetTeamFactorsCall, async ({ body, caller, owned }) => {
    await resetTeamFactors(context, caller, toMember(owned), body.reason);
    return { message: 'Two-step verification was reset.' };
  }),
  handle(reactivateTeamUser, async ({ caller, owned }) => ({
    message: 'The user can sign in again.',
    user: await reactivate(context, caller, toMember(owned)),
  })),
];

const toMember = ({ contractorId, teamUserId }: { contractorId: number; teamUserId: number }) => ({
  contractorId,
  userId: teamUserId,
});
