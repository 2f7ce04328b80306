import type { Brand } from '@lintel/contract/brand';
import * as contract from '@lintel/contract/commissions';
import { handle, type Route } from '../../platform/http/route.ts';
import { Typesetter } from '../../platform/typeset/typesetter.ts';
import { requireOwnContractor } from '../contractors/index.ts';
import { exportReport } from './export.ts';
import { statementName } from './present-statement.ts';
import { readReferrals, referralUrlOf } from './referrals.ts';
import { readMonths, readReport, type ReportDeps } from './report.ts';
import { statementLayout } from './statement-layout.ts';
import { makeStatement } from './statement.ts';

interface RouteDeps extends ReportDeps {
  brand: Brand;
  publicUrl: string;
}

export function commissionRoutes(deps: RouteDeps): Route[] {
  const typesetter = new Typesetter(statementLayout);
  return [
    handle(contract.reportCommissions, ({ query, caller }) => readReport(deps, caller, query)),
    handle(contract.exportCommissions, async ({ query, caller }) => exportReport(deps, caller, query)),
    handle(contract.commissionMonths, async ({ caller }) => ({ data: await readMonths(deps, caller) })),
    handle(contract.commissionStatement, async ({ query: { month }, caller }) => ({
      content: await makeStatement({ ...deps, typesetter }, caller, month),
      headers: { 'content-disposition': `attachment; filename="${statementName(month)}"`, 'cache-control': 'no-store' },
    })),
    handle(contract.readReferral, async ({ params, caller }) => {
      requireOwnContractor(caller, params.id);
      return { referralUrl: await referralUrlOf(deps, params.id) };
    }),
    handle(contract.listReferrals, async ({ params, query, caller }) => {
      requireOwnContractor(caller, params.id);
      return readReferrals(deps, params.id, query);
    }),
  ];
}
