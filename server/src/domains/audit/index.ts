import { readActivity } from '@lintel/contract/audit/activity';
import { exportAudit, findAuditNames, listAudit, readAuditEntry } from '@lintel/contract/audit/log';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { Exports } from '../../platform/spreadsheet/exports.ts';
import { exportLog, type ExportDeps } from './export.ts';
import { auditSchedules } from './jobs.ts';
import { activityData } from './own-data.ts';
import { readEntry, readLog, readNames, readOwnActivity } from './log.ts';

/** Reading the audit log, and its hash chain. */
export function part(edges: Pick<Context, 'config' | 'database' | 'clock' | 'log'>): Part {
  const { config, database, clock } = edges;
  const { db, pool } = database;
  return {
    routes: auditRoutes({ db, pool, clock, timeZone: config.BUSINESS_TIME_ZONE }),
    schedules: auditSchedules(edges),
    ownData: activityData({ db, pool, timeZone: config.BUSINESS_TIME_ZONE }),
  };
}

function auditRoutes(deps: ExportDeps): Route[] {
  const exports = new Exports();
  return [
    handle(listAudit, ({ query }) => readLog(deps, query)),
    handle(readAuditEntry, ({ params }) => readEntry(deps.db, params.id)),
    handle(exportAudit, ({ query, caller }) => exportLog(deps, exports, caller, query)),
    handle(findAuditNames, async ({ query }) => ({ data: await readNames(deps.db, query) })),
    handle(readActivity, ({ query, owned }) => readOwnActivity(deps, owned.contractorId, query)),
  ];
}
