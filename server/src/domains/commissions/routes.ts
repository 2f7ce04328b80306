import type { Context } from '../../platform/context.ts';
import * as contract from '@lintel/contract/commissions/report';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { exportReport, readMonths, readReport } from './report.ts';
import { readReferrals, readReferralUrl } from './referrals.ts';
import { makeStatement } from './statement.ts';

/** Throws `not_found` for staff who aren't switched into a contractor. */
function readStatement(
  context: Context,
  { user: { contractorId } }: Caller,
  month: string,
): ReturnType<typeof makeStatement> {
  if (contractorId === null) throw new AppError('not_found');
  return makeStatement(context, contractorId, month);
}

export const commissionRoutes = (context: Context): Route[] => [
  handle(contract.reportCommissions, ({ query, caller }) => readReport(context, caller, query)),
  handle(contract.exportCommissions, ({ query, caller }) => exportReport(context, caller, query)),
  handle(contract.commissionMonths, async ({ caller }) => ({
    data: await readMonths(context, caller),
  })),
  handle(contract.commissionStatement, async ({ query: { month }, caller }) => {
    const { name, content } = await readStatement(context, caller, month);
    return {
      content,
      headers: {
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    };
  }),
  handle(contract.readReferral, async ({ owned }) => ({
    referralUrl: await readReferralUrl(context, owned.contractorId),
  })),
  handle(contract.listReferrals, ({ query, owned }) =>
    readReferrals(context, owned.contractorId, query),
  ),
];
