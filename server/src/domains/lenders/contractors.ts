import * as contract from '@lintel/contract/lenders/contractors';
import { auditor } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import {
  deleteTerms,
  holdContractor,
  putTerms,
  selectContractors,
} from './contractor-repository.ts';
import { findLender } from './repository.ts';

const audit = auditor('lender');

export const contractorRoutes = (context: Context): Route[] => [
  handle(contract.listLenderContractors, async ({ params, query }) => {
    await requireLender(context.db, params.id);
    return selectContractors(context.db, params.id, query);
  }),
  handle(contract.saveLenderContractor, async ({ params, body, caller }) => {
    const { id: lenderId, contractor: contractorId } = params;
    await context.db.transaction(async (tx) => {
      await requireLender(tx, lenderId);
      if (!(await holdContractor(tx, contractorId))) throw new AppError('not_found');
      const isEmpty = body.merchantNumber === '' && body.isAllowed === null;
      if (isEmpty) await deleteTerms(tx, lenderId, contractorId);
      else await putTerms(tx, { lenderId, contractorId, ...body });
      await audit(tx, context, caller, 'contractor-saved', {
        entityId: lenderId,
        contractorId,
        details: body,
      });
    });
    return { message: 'Saved.' };
  }),
];

async function requireLender(db: Database, id: number): Promise<void> {
  if ((await findLender(db, id)) === undefined) throw new AppError('not_found');
}
