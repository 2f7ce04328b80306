export type { GuaranteeDeps } from './guarantee.ts';
export { openClaimOnApplication } from './hold.ts';
export { guaranteeJobs } from './jobs.ts';
export { guaranteeRoutes } from './routes.ts';
