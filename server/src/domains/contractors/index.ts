export { agreementHash } from './onboarding.ts';
export { contractorToOwn, keepContact, lockContractor, markActivated, setOwner } from './owners.ts';
export { requireOwnContractor } from './policy.ts';
export { contractorRoutes } from './routes.ts';
export { contractorPlan, contractorSummary, teamLimits } from './service.ts';
