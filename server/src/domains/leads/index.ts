import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { leadJobs } from './jobs.ts';
import { leadRoutes } from './routes.ts';

export { handOver, heldBy } from './leaving.ts';

/** Leads, with the provider's CRM if one is configured. */
export const part = (context: Context): Part => ({
  routes: leadRoutes(context),
  jobs: leadJobs(context),
});
