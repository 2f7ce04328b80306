import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm';
import type { LenderContractor } from '@lintel/contract/lenders/contractors';
import type { ContractorTerms } from '@lintel/contract/lenders/routing';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { containing, folded } from '../../platform/db/folded.ts';
import { contractors } from '../contractors/tables.ts';
import { lenderContractors } from './tables.ts';

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

/** Whether a contractor exists; it can't be removed until the transaction ends. */
export async function holdContractor(db: Database, contractorId: number): Promise<boolean> {
  const [known] = await db
    .select({ id: contractors.id })
    .from(contractors)
    .where(eq(contractors.id, contractorId))
    .for('key share');
  return known !== undefined;
}

/** A page of contractors with their terms at a lender, and their total number. */
export async function selectContractors(
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
): Promise<{ data: LenderContractor[]; total: number }> {
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

export async function putTerms(
  db: Database,
  row: typeof lenderContractors.$inferInsert,
): Promise<void> {
  const { merchantNumber, isAllowed } = row;
  await db
    .insert(lenderContractors)
    .values(row)
    .onConflictDoUpdate({
      target: [lenderContractors.contractorId, lenderContractors.lenderId],
      set: { merchantNumber, isAllowed },
    });
}

export async function deleteTerms(
  db: Database,
  lenderId: number,
  contractorId: number,
): Promise<void> {
  await db
    .delete(lenderContractors)
    .where(
      and(
        eq(lenderContractors.contractorId, contractorId),
        eq(lenderContractors.lenderId, lenderId),
      ),
    );
}
