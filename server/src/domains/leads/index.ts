export { httpCrm } from './crm.ts';
export { leadJobs } from './jobs.ts';
export { leadRoutes } from './routes.ts';
