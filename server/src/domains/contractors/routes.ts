import {
  acceptAgreement as acceptCall,
  answerQuiz as answerCall,
} from '@lintel/contract/contractors/onboarding';
import { saveContractor } from '@lintel/contract/contractors/profile';
import { readContractorPlan } from '@lintel/contract/contractors/contractor';
import { handle, type Route } from '../../platform/http/route.ts';
import { acceptAgreement, answerQuiz, type OnboardingDeps } from './onboarding.ts';
import { saveProfile } from './profile.ts';
import { contractorPlan } from './service.ts';

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
