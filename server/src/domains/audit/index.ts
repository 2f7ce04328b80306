import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { auditSchedules } from './jobs.ts';
import { activityData } from './own-data.ts';
import { auditRoutes } from './routes.ts';

/** Reading the audit log, and its hash chain. */
export const part = (context: Context): Part => ({
  routes: auditRoutes(context),
  schedules: auditSchedules(context),
  ownData: activityData(context),
});
