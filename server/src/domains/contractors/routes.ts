import { readContractorPlan } from '@lintel/contract/contractors/contractor';
import * as edit from '@lintel/contract/contractors/edit';
import { readHistory } from '@lintel/contract/contractors/history';
import { createAccount, listContractors } from '@lintel/contract/contractors/manage';
import {
  acceptAgreement as acceptCall,
  answerQuiz as answerCall,
} from '@lintel/contract/contractors/onboarding';
import { saveContractor } from '@lintel/contract/contractors/profile';
import { readAgreementEffect } from '@lintel/contract/contractors/agreement-effect';
import * as teamLimits from '@lintel/contract/contractors/tier-team-limits';
import * as contractViews from '@lintel/contract/contractors/views';
import { handle, type Route } from '../../platform/http/route.ts';
import { agreementEffect } from './agreement.ts';
import { changeMultipleUsers, readMultipleUsers, type TeamLimitDeps } from './tier-team-limits.ts';
import { acceptAgreement, answerQuiz, type OnboardingDeps, saveProfile } from './profile.ts';
import { contractorPlan } from './service.ts';
import { editContractor, teamLimitOf } from './edit.ts';
import { contractorHistory } from './history.ts';
import { contractorGrid, contractorRow, managedContractor } from './grid.ts';
import { planChoices } from './plan-repository.ts';
import type { ManageDeps } from './manage-deps.ts';
import { chooseColumns, deleteView, readViews, saveView } from './views.ts';

export const contractorRoutes = (deps: OnboardingDeps): Route[] => [
  handle(readContractorPlan, async ({ owned }) => {
    const { plan } = await contractorPlan(deps.db, owned.contractorId);
    return { plan };
  }),
  handle(saveContractor, async ({ body, caller, owned }) => {
    await saveProfile(deps, caller, owned.contractorId, body);
    return { message: 'Update successful!' };
  }),
  handle(acceptCall, async ({ body: { version }, caller, request: { address, userAgent } }) => {
    await acceptAgreement(deps, caller, { version, address, userAgent });
    return { message: 'Thank you. The service agreement is accepted.' };
  }),
  handle(answerCall, async ({ body, caller, owned }) => {
    await answerQuiz(deps, caller, owned.contractorId, body.quiz);
    return { message: 'Thank you. Your answers are saved.' };
  }),
];

/** What staff do with contractors. */
export const manageRoutes = (deps: ManageDeps): Route[] => [
  handle(listContractors, ({ query: { page, limit, ...asked } }) =>
    contractorGrid(deps, { ...asked, limit, offset: (page - 1) * limit }),
  ),
  handle(createAccount, async ({ params, body, caller }) => {
    await deps.createOwner(caller, { ...body, contractorId: params.id });
    return {
      message:
        'Account successfully created. An email with an authorization link has been sent to the contractor.',
      contractor: await contractorRow(deps, params.id),
    };
  }),
  handle(edit.readManaged, ({ params }) => managedContractor(deps, params.id)),
  handle(edit.updateContractor, async ({ params, body, caller }) => {
    const teamUsers = await editContractor(deps, caller, params.id, body);
    if (teamUsers === null)
      return { message: "Field's was changed", contractor: await contractorRow(deps, params.id) };
    const message = 'The new limit leaves no room for some of the team users.';
    return { message, teamUsersConfirmationRequired: true, teamUsers };
  }),
  handle(edit.readTeamLimit, async ({ params, query }) => ({
    data: await teamLimitOf(deps.db, params.id, query.plan),
  })),
  handle(edit.choosePlan, async ({ query }) => ({
    data: await planChoices(deps.db, query.searchText),
  })),
  handle(readHistory, ({ params, query }) => contractorHistory(deps, params.id, query)),
  ...viewRoutes(deps),
];

/** Settings for all contractors: the agreement's date, and the tiers' team limits. */
export const settingRoutes = (deps: TeamLimitDeps): Route[] => [
  handle(readAgreementEffect, () => agreementEffect(deps.db)),
  handle(teamLimits.readMultipleUsers, () => readMultipleUsers(deps)),
  handle(teamLimits.saveMultipleUsers, async ({ body, caller }) => {
    const contractors = await changeMultipleUsers(deps, caller, body);
    if (contractors.length === 0) return { message: 'Success!' };
    const message = 'The new numbers leave no room for some team users.';
    return { message, confirmationRequired: true, contractors };
  }),
];

/** A view belongs to the signed-in staff member, even while switched. */
const viewRoutes = (deps: ManageDeps): Route[] => [
  handle(contractViews.readViews, ({ caller }) => readViews(deps.db, caller.authenticated.id)),
  handle(contractViews.saveView, async ({ body, caller }) => ({
    message: 'The view is saved.',
    view: await saveView(deps, caller.authenticated.id, body),
  })),
  handle(contractViews.deleteView, async ({ caller, owned }) => {
    await deleteView(deps.db, caller.authenticated.id, owned.contractorViewId);
    return { message: 'The view is deleted.' };
  }),
  handle(contractViews.chooseColumns, async ({ body, caller }) => {
    await chooseColumns(deps.db, caller.authenticated.id, body.columns);
    return { message: 'The columns are kept.' };
  }),
];
