import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import type { MessagingDeps } from '../messaging/index.ts';
import { httpCrm } from './deps.ts';
import { leadJobs } from './jobs.ts';
import { leadRoutes } from './routes.ts';

export { handOver, heldBy } from './leaving.ts';

interface Deps extends Pick<Context, 'config' | 'database' | 'clock'> {
  messaging: MessagingDeps;
}

/** Leads, with the provider's CRM if one is configured. */
export function part({ config, database, clock, messaging }: Deps): Part {
  const { CRM_URL: url, CRM_SECRET: secret, crmLeadUrl: leadTemplate } = config;
  const crm = url !== undefined && secret !== undefined ? httpCrm({ url, secret }) : null;
  const deps = { db: database.db, clock, messaging, crm, leadTemplate };
  return { routes: leadRoutes(deps), jobs: leadJobs(deps) };
}
