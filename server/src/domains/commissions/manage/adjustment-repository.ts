import { and, asc, count, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { AdjustmentState } from '@lintel/contract/commissions/adjustments';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { containing } from '../../../platform/db/folded.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
import { contractors } from '../../contractors/tables.ts';
import { commissionAdjustments } from '../tables.ts';

export type AdjustmentRow = typeof commissionAdjustments.$inferSelect;
export interface NamedAdjustment {
  row: AdjustmentRow;
  companyName: string;
}

const isOne = ({ contractorId, id }: RowKey): SQL | undefined =>
  and(eq(commissionAdjustments.contractorId, contractorId), eq(commissionAdjustments.id, id));
const itsContractor = eq(contractors.id, commissionAdjustments.contractorId);
const named = { row: commissionAdjustments, companyName: contractors.companyName };

export async function insertAdjustment(
  tx: Database,
  values: typeof commissionAdjustments.$inferInsert,
): Promise<number> {
  const [row] = await tx
    .insert(commissionAdjustments)
    .values(values)
    .returning({ id: commissionAdjustments.id });
  if (row === undefined) throw new Error('The adjustment was not stored');
  return row.id;
}

/** An adjustment, locked until the transaction ends. */
export async function lockAdjustment(
  tx: Database,
  key: RowKey,
): Promise<AdjustmentRow | undefined> {
  const [row] = await tx.select().from(commissionAdjustments).where(isOne(key)).for('update');
  return row;
}

export async function updateAdjustment(
  tx: Database,
  key: RowKey,
  values: Partial<AdjustmentRow>,
): Promise<void> {
  await tx.update(commissionAdjustments).set(values).where(isOne(key));
}

export async function findAdjustment(
  db: Database,
  key: RowKey,
): Promise<NamedAdjustment | undefined> {
  const [found] = await db
    .select(named)
    .from(commissionAdjustments)
    .innerJoin(contractors, itsContractor)
    .where(isOne(key));
  return found;
}

interface AdjustmentView {
  page: number;
  limit: number;
  order: { field: 'proposedAt' | 'amount'; descending: boolean };
  state: AdjustmentState | '';
  searchText: string;
}

const sorted = {
  proposedAt: commissionAdjustments.proposedAt,
  amount: commissionAdjustments.amountCents,
} as const;

/** A page of the adjustments of all contractors, and their number. */
export async function selectAdjustments(
  db: Database,
  { page, limit, order, state, searchText }: AdjustmentView,
): Promise<{ rows: NamedAdjustment[]; total: number }> {
  const where = and(
    acrossContractors('Staff decide about the adjustments of every contractor.'),
    state === '' ? undefined : eq(commissionAdjustments.state, state),
    searchText === ''
      ? undefined
      : sql`fold_search(${contractors.companyName} || ' ' || ${commissionAdjustments.reason}) like ${containing(searchText)}`,
  );
  const direction = order.descending ? desc : asc;
  const [rows, [counted]] = await Promise.all([
    db
      .select(named)
      .from(commissionAdjustments)
      .innerJoin(contractors, itsContractor)
      .where(where)
      .orderBy(direction(sorted[order.field]), direction(commissionAdjustments.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db
      .select({ total: count() })
      .from(commissionAdjustments)
      .innerJoin(contractors, itsContractor)
      .where(where),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** The first contractors whose company name contains a text, by name. */
export const searchContractors = (
  db: Database,
  search: string,
  limit: number,
): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: contractors.id, name: contractors.companyName })
    .from(contractors)
    .where(sql`fold_search(${contractors.companyName}) like ${containing(search)}`)
    .orderBy(asc(contractors.companyName), asc(contractors.id))
    .limit(limit);
