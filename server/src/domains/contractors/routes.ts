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
import type { Context } from '../../platform/context.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { agreementEffect } from './agreement.ts';
import { changeMultipleUsers, readMultipleUsers } from './tier-team-limits.ts';
import { acceptAgreement, answerQuiz, saveProfile } from './profile.ts';
import { contractorPlan } from './service.ts';
import { editContractor, readTeamLimit } from './edit.ts';
import { contractorHistory } from './history.ts';
import { contractorGrid, contractorRow, managedContractor } from './grid.ts';
import { planChoices } from './plan-repository.ts';
import { chooseColumns, deleteView, readViews, saveView } from './views.ts';

export const contractorRoutes = (context: Context): Route[] => [
  handle(readContractorPlan, async ({ owned }) => {
    const { plan } = await contractorPlan(context.db, owned.contractorId);
    return { plan };
  }),
  handle(saveContractor, async ({ body, caller, owned }) => {
    await saveProfile(context, caller, owned.contractorId, body);
    return { message: 'Update successful!' };
  }),
  handle(acceptCall, async ({ body: { version }, caller, request: { address, userAgent } }) => {
    await acceptAgreement(context, caller, { version, address, userAgent });
    return { message: 'Thank you. The service agreement is accepted.' };
  }),
  handle(answerCall, async ({ body, caller, owned }) => {
    await answerQuiz(context, caller, owned.contractorId, body.quiz);
    return { message: 'Thank you. Your answers are saved.' };
  }),
];

/** What staff do with contractors. */
export const manageRoutes = (context: Context): Route[] => [
  handle(listContractors, ({ query: { page, limit, ...query } }) =>
    contractorGrid(context, { ...query, limit, offset: (page - 1) * limit }),
  ),
  handle(createAccount, async ({ params, body, caller }) => {
    await context.createOwner(context, caller, { ...body, contractorId: params.id });
    return {
      message:
        'Account successfully created. An email with an authorization link has been sent to the contractor.',
      contractor: await contractorRow(context, params.id),
    };
  }),
  handle(edit.readManaged, ({ params }) => managedContractor(context, params.id)),
  handle(edit.updateContractor, async ({ params, body, caller }) => {
    const teamUsers = await editContractor(context, caller, params.id, body);
    if (teamUsers === null)
      return {
        message: "Field's was changed",
        contractor: await contractorRow(context, params.id),
      };
    const message = 'Some team users no longer fit within the new limit.';
    return { message, teamUsersConfirmationRequired: true, teamUsers };
  }),
  handle(edit.readTeamLimit, async ({ params, query }) => ({
    data: await readTeamLimit(context.db, params.id, query.plan),
  })),
  handle(edit.choosePlan, async ({ query }) => ({
    data: await planChoices(context.db, query.searchText),
  })),
  handle(readHistory, ({ params, query }) => contractorHistory(context, params.id, query)),
  ...viewRoutes(context),
];

/** Settings for all contractors: the agreement's date, and the tiers' team limits. */
export const settingRoutes = (context: Context): Route[] => [
  handle(readAgreementEffect, () => agreementEffect(context.db)),
  handle(teamLimits.readMultipleUsers, () => readMultipleUsers(context)),
  handle(teamLimits.saveMultipleUsers, async ({ body, caller }) => {
    const contractors = await changeMultipleUsers(context, caller, body);
    if (contractors.length === 0) return { message: 'Success!' };
    const message = 'Some team users no longer fit within the new limits.';
    return { message, confirmationRequired: true, contractors };
  }),
];

/** A view belongs to the signed-in staff member, even while switched. */
const viewRoutes = (context: Context): Route[] => [
  handle(contractViews.readViews, ({ caller }) => readViews(context.db, caller.authenticated.id)),
  handle(contractViews.saveView, async ({ body, caller }) => ({
    message: 'View saved.',
    view: await saveView(context, caller.authenticated.id, body),
  })),
  handle(contractViews.deleteView, async ({ caller, owned }) => {
    await deleteView(context.db, caller.authenticated.id, owned.contractorViewId);
    return { message: 'View deleted.' };
  }),
  handle(contractViews.chooseColumns, async ({ body, caller }) => {
    await chooseColumns(context.db, caller.authenticated.id, body.columns);
    return { message: 'Columns saved.' };
  }),
];
