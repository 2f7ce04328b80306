import {
  acceptAgreement as acceptCall,
  answerQuiz as answerCall,
} from '@lintel/contract/contractors-onboarding';
import { saveContractor } from '@lintel/contract/contractors-profile';
import { readContractorPlan } from '@lintel/contract/contractors';
import { handle, type Route } from '../../platform/http/route.ts';
import { acceptAgreement, answerQuiz, type OnboardingDeps } from './onboarding.ts';
import { requireOwnContractor } from './policy.ts';
import { saveProfile } from './profile.ts';
import { contractorPlan } from './service.ts';

export const contractorRoutes = (deps: OnboardingDeps): Route[] => [
  handle(readContractorPlan, async ({ params, caller }) => {
    requireOwnContractor(caller, params.id);
    const { plan } = await contractorPlan(deps.db, params.id);
    return { plan };
  }),
  handle(saveContractor, async ({ params, body, caller }) => {
    requireOwnContractor(caller, params.id);
    await saveProfile(deps, caller, params.id, body);
    return { message: 'Update successful!' };
  }),
  handle(acceptCall, async ({ body: { version }, caller, request: { address, userAgent } }) => {
    await acceptAgreement(deps, caller, { version, address, userAgent });
    return { message: 'Thank you. The service agreement is accepted.' };
  }),
  handle(answerCall, async ({ params, body, caller }) => {
    await answerQuiz(deps, caller, params.id, body.quiz);
    return { message: 'Thank you. Your answers are saved.' };
  }),
];
