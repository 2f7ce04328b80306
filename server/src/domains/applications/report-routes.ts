import type { Pool } from 'pg';
import { listFlaggedApplications } from '@lintel/contract/applications/flags';
import { graphApplications, readAnalytics } from '@lintel/contract/applications/graphs';
import {
  exportApplications,
  reportApplication,
  reportApplications,
} from '@lintel/contract/applications/report';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/connect.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { Exports, exportReport } from './export.ts';
import { readFlagged } from './flags.ts';
import { readCounts, readGraphs } from './graphs.ts';
import { readOne, readReport } from './report.ts';

interface Deps {
  db: Database;
  pool: Pool;
  clock: Clock;
  config: Config;
}

/** What contractors read of their applications, and what staff look at. */
export function applicationReportRoutes({ config, ...edges }: Deps): Route[] {
  const deps = { ...edges, timeZone: config.BUSINESS_TIME_ZONE };
  const exports = new Exports();
  return [
    handle(reportApplications, ({ query, caller }) => readReport(deps, caller, query)),
    handle(reportApplication, ({ owned }) => readOne(deps, owned)),
    handle(graphApplications, ({ query, caller }) => readGraphs(deps, caller, query)),
    handle(exportApplications, ({ query, caller }) => exportReport(deps, exports, caller, query)),
    handle(readAnalytics, ({ query, owned }) => readCounts(deps, owned.contractorId, query)),
    handle(listFlaggedApplications, ({ query }) => readFlagged(deps.db, query)),
  ];
}
