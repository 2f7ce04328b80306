import { readActivity } from '@lintel/contract/audit/activity';
import { exportAudit, findAuditNames, listAudit, readAuditEntry } from '@lintel/contract/audit/log';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Context } from '../../platform/context.ts';
import { Exports } from '../../platform/spreadsheet/exports.ts';
import { exportLog } from './export.ts';
import { readEntry, readLog, readNames, readOwnActivity } from './log.ts';

export function auditRoutes(context: Context): Route[] {
  const exports = new Exports();
  return [
    handle(listAudit, ({ query }) => readLog(context, query)),
    handle(readAuditEntry, ({ params }) => readEntry(context.db, params.id)),
    handle(exportAudit, ({ query, caller }) => exportLog(context, exports, caller, query)),
    handle(findAuditNames, async ({ query }) => ({ data: await readNames(context.db, query) })),
    handle(readActivity, ({ query, owned }) => readOwnActivity(context, owned.contractorId, query)),
  ];
}
