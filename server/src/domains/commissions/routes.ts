import * as contract from '@lintel/contract/commissions/report';
import type { Brand } from '@lintel/contract/brand';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { exportReport, readMonths, readReport, type ReportDeps } from './report.ts';
import { readReferrals, referralUrlOf } from './referrals.ts';
import { makeStatement } from './statement.ts';

/** Throws `not_found` for staff who aren't switched into a contractor. */
function statementOf(
  deps: RouteDeps,
  { user: { contractorId } }: Caller,
  month: string,
): ReturnType<typeof makeStatement> {
  if (contractorId === null) throw new AppError('not_found');
  return makeStatement(deps, contractorId, month);
}

interface RouteDeps extends ReportDeps {
  brand: Brand;
  publicUrl: string;
}

export const commissionRoutes = (deps: RouteDeps): Route[] => [
  handle(contract.reportCommissions, ({ query, caller }) => readReport(deps, caller, query)),
  handle(contract.exportCommissions, ({ query, caller }) => exportReport(deps, caller, query)),
  handle(contract.commissionMonths, async ({ caller }) => ({
    data: await readMonths(deps, caller),
  })),
  handle(contract.commissionStatement, async ({ query: { month }, caller }) => {
    const { name, content } = await statementOf(deps, caller, month);
    return {
      content,
      headers: {
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    };
  }),
  handle(contract.readReferral, async ({ owned }) => ({
    referralUrl: await referralUrlOf(deps, owned.contractorId),
  })),
  handle(contract.listReferrals, ({ query, owned }) =>
    readReferrals(deps, owned.contractorId, query),
  ),
];
