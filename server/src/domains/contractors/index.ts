export { requireOwnContractor } from './policy.ts';
export { contractorRoutes } from './routes.ts';
export { contractorPlan, contractorSummary } from './service.ts';
