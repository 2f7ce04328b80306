import type { EmailDeps } from './domains/emails/index.ts';
import { httpCrm, leadJobs, leadRoutes } from './domains/leads/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { OpenDatabase } from './platform/db/connect.ts';
import type { Route } from './platform/http/route.ts';
import type { JobHandler } from './platform/jobs/job.ts';

interface Edges {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
}

/** Leads, with the provider's CRM where there is one. */
export function composeLeads(
  { config, database, clock }: Edges,
  mail: EmailDeps,
): { routes: Route[]; jobs: JobHandler[] } {
  const { CRM_URL: url, CRM_SECRET: secret, crmLeadUrl: leadTemplate } = config;
  const crm = url !== undefined && secret !== undefined ? httpCrm({ url, secret }) : null;
  const deps = { db: database.db, clock, mail, crm, leadTemplate };
  return { routes: leadRoutes(deps), jobs: leadJobs(deps) };
}
