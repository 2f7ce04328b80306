import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm';
import * as contract from '@lintel/contract/lenders/contractors';
import type { ContractorTerms } from '@lintel/contract/lenders/routing';
import { auditor } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { containing, folded } from '../../platform/db/folded.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { contractors } from '../contractors/tables.ts';
import { findLender } from './repository.ts';
import { lenderContractors } from './tables.ts';

const audit = auditor('lender');

const noTerms: ContractorTerms = { isAllowed: null, merchantNumber: '' };

/** A contractor's terms with each lender that has any, by lender id. */
export async function readTerms(
  db: Database,
  contractorId: number,
): Promise<(lenderId: number) => ContractorTerms> {
  const rows = await db
    .select()
    .from(lenderContractors)
    .where(eq(lenderContractors.contractorId, contractorId));
  const byLender = new Map(rows.map(({ lenderId, ...terms }) => [lenderId, terms]));
  return (lenderId) => byLender.get(lenderId) ?? noTerms;
}

export const contractorRoutes = (context: Context): Route[] => [
  handle(contract.listLenderContractors, async ({ params, query }) => {
    await requireLender(context.db, params.id);
    return selectContractors(context.db, params.id, query);
  }),
  handle(contract.saveLenderContractor, async ({ params, body, caller }) => {
    const { id: lenderId, contractor: contractorId } = params;
    await context.db.transaction(async (tx) => {
      await requireLender(tx, lenderId);
      const [known] = await tx
        .select({ id: contractors.id })
        .from(contractors)
        .where(eq(contractors.id, contractorId))
        .for('key share');
      if (known === undefined) throw new AppError('not_found');
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

async function selectContractors(
  db: Database,
  lenderId: number,
  {
    page,
    limit,
    searchText,
    show,
  }: {
    page: number;
    limit: number;
    searchText: string;
    show: 'all' | 'entered';
  },
) {
  const joined = and(
    eq(lenderContractors.contractorId, contractors.id),
    eq(lenderContractors.lenderId, lenderId),
  );
  const where = and(
    acrossContractors('staff see the contractors of a lender'),
    show === 'entered' ? isNotNull(lenderContractors.lenderId) : undefined,
    searchText === ''
      ? undefined
      : sql`${folded(contractors.companyName)} like ${containing(searchText)}`,
  );
  const rows = await db
    .select({
      id: contractors.id,
      companyName: contractors.companyName,
      merchantNumber: sql<string>`coalesce(${lenderContractors.merchantNumber}, '')`,
      isAllowed: lenderContractors.isAllowed,
    })
    .from(contractors)
    .leftJoin(lenderContractors, joined)
    .where(where)
    .orderBy(asc(sql`lower(${contractors.companyName})`), asc(contractors.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db
    .select({ total: count() })
    .from(contractors)
    .leftJoin(lenderContractors, joined)
    .where(where);
  return { data: rows, total: all?.total ?? 0 };
}

async function putTerms(db: Database, row: typeof lenderContractors.$inferInsert): Promise<void> {
  const { merchantNumber, isAllowed } = row;
  await db
    .insert(lenderContractors)
    .values(row)
    .onConflictDoUpdate({
      target: [lenderContractors.contractorId, lenderContractors.lenderId],
      set: { merchantNumber, isAllowed },
    });
}

async function deleteTerms(db: Database, lenderId: number, contractorId: number): Promise<void> {
  await db
    .delete(lenderContractors)
    .where(
      and(
        eq(lenderContractors.contractorId, contractorId),
        eq(lenderContractors.lenderId, lenderId),
      ),
    );
}
