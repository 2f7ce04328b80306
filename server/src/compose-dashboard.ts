import { applicationsWithIds, completedBetween } from './domains/applications/index.ts';
import { guaranteeJobs, guaranteeRoutes, type BillingDeps } from './domains/billing/index.ts';
import { dashboardRoutes } from './domains/dashboard/index.ts';
import type { Route } from './platform/http/route.ts';
import type { JobHandler } from './platform/jobs/job.ts';

/** What waits for staff, and the guarantee: both look into several domains. */
export function composeDashboard(billing: BillingDeps): { routes: Route[]; jobs: JobHandler[] } {
  const guarantee = { ...billing, completedBetween, applicationsWithIds };
  return {
    routes: [...dashboardRoutes(billing), ...guaranteeRoutes(guarantee)],
    jobs: guaranteeJobs(guarantee),
  };
}
