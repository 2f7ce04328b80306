export { openClaimOnApplication } from './hold.ts';
export { guaranteeJobs } from './jobs.ts';
export { selectOwnClaims, type ClaimRow } from './repository.ts';
export { guaranteeRoutes } from './routes.ts';
