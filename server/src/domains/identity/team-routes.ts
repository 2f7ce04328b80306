import {
  addTeamUser as addCall,
  editTeamUser as editCall,
  inviteTeamUser,
  reactivateTeamUser,
  readTeam as readTeamCall,
  readTeamLimits,
  readTeamSections,
  removeTeamUser as removeCall,
} from '@lintel/contract/identity-team';
import { handle, type Route } from '../../platform/http/route.ts';
import { requireOwnContractor, teamLimits } from '../contractors/index.ts';
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
  handle(readTeamCall, async ({ params, caller }) => {
    requireOwnContractor(caller, params.id);
    return { data: await readTeam(deps, params.id) };
  }),
  handle(readTeamLimits, async ({ params, caller }) => {
    requireOwnContractor(caller, params.id);
    return { data: await teamLimits(deps.db, params.id) };
  }),
  handle(readTeamSections, async ({ params, caller }) => {
    requireOwnContractor(caller, params.id);
    return { data: await readSections(deps, params.id) };
  }),
  handle(addCall, async ({ params, body, caller }) => {
    requireOwnContractor(caller, params.contractorId);
    const user = await addTeamUser(deps, caller, params.contractorId, body);
    return { message: 'We sent the added user an email with an authorization link.', user };
  }),
  handle(editCall, async ({ params, body, caller }) => {
    requireOwnContractor(caller, params.contractorId);
    return { message: 'Update successful!', user: await editTeamUser(deps, caller, params, body) };
  }),
  handle(removeCall, async ({ params, caller }) => {
    requireOwnContractor(caller, params.contractorId);
    await removeTeamUser(deps, caller, params);
    return { message: 'The user was deleted.' };
  }),
  handle(inviteTeamUser, async ({ params, caller }) => {
    requireOwnContractor(caller, params.contractorId);
    await inviteAgain(deps, caller, params);
    return { message: 'We sent the user another email with an authorization link.' };
  }),
  handle(reactivateTeamUser, async ({ params, caller }) => {
    requireOwnContractor(caller, params.contractorId);
    return { message: 'The user can sign in again.', user: await reactivate(deps, caller, params) };
  }),
];
