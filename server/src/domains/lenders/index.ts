import type { Context } from '../../platform/context.ts';
import { dayMs } from '@lintel/contract/core/durations';
import { onJob } from '../../platform/jobs/job.ts';
import type { Part } from '../../platform/part.ts';
import { lenderAlerts } from './alerts.ts';
import { sweepCalls } from './connections/calls.ts';
import { connectionRoutes } from './connections/routes.ts';
import { warnOfExpiry } from './connections/tls.ts';
import { conformanceRoutes, runConformance } from './conformance/index.ts';
import { contractorRoutes } from './contractors.ts';
import './events.ts';
import { refreshHealth } from './health.ts';
import { protocolDocuments } from './protocol-documents.ts';
import {
  checkConformance,
  forgetLenderCalls,
  refreshLenderHealth,
  warnOfCertificates,
} from './queue-jobs.ts';
import { lenderRoutes } from './routes.ts';
import { lenderSteps } from './setup-steps.ts';

export { insertCall } from './connections/calls.ts';
export { LenderCallFailed, sendToLender, type OutgoingCall } from './connections/send.ts';
export { isFromLender } from './connections/verify.ts';
export { readTerms } from './contractor-repository.ts';
export { readCreditors, type Creditor } from './disclosures.ts';
export { ensureEnvironmentLender, environmentLender } from './environment.ts';
export { nextOpening } from './hours.ts';
export { findLender, insertLender, selectCurrentLenders, type LenderRow } from './repository.ts';
export { lenderRules } from './rules.ts';

/** The lenders that receive applications: their rules, connections, and health. */
export const part = (context: Context): Part => ({
  routes: [
    ...lenderRoutes(context),
    ...connectionRoutes(context),
    ...conformanceRoutes(context),
    ...contractorRoutes(context),
  ],
  pages: protocolDocuments(context),
  jobs: [onJob(checkConformance, (payload) => runConformance(context, payload))],
  listeners: lenderAlerts(context),
  setup: lenderSteps(context),
  schedules: [
    {
      pattern: '*/5 * * * *',
      handler: onJob(refreshLenderHealth, () => refreshHealth(context)),
      atStart: true,
    },
    {
      pattern: '41 6 * * *',
      handler: onJob(forgetLenderCalls, () => sweepCalls(context.db, context.clock.now())),
      catchUp: dayMs,
    },
    {
      pattern: '17 13 * * *',
      handler: onJob(warnOfCertificates, () => warnOfExpiry(context)),
      catchUp: dayMs,
    },
  ],
});
