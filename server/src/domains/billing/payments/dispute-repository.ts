import type { DisputeState } from '@lintel/contract/billing/constants';
import { and, asc, count, desc, eq, ne } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
import { contractors } from '../../contractors/tables.ts';
import { disputes, payments } from './tables.ts';

export type DisputeRow = typeof disputes.$inferSelect;

type DisputeValues = typeof disputes.$inferInsert;

/** A dispute by the gateway's id; undefined when it wasn't reported before. */
export async function findDispute(
  tx: Database,
  { contractorId, gateway, disputeId }: Pick<DisputeRow, 'contractorId' | 'gateway' | 'disputeId'>,
): Promise<DisputeRow | undefined> {
  const [row] = await tx
    .select()
    .from(disputes)
    .where(
      and(
        eq(disputes.contractorId, contractorId),
        eq(disputes.gateway, gateway),
        eq(disputes.disputeId, disputeId),
      ),
    );
  return row;
}

export async function insertDispute(tx: Database, values: DisputeValues): Promise<DisputeRow> {
  const [row] = await tx.insert(disputes).values(values).returning();
  if (row === undefined) throw new Error('The dispute was not inserted');
  return row;
}

export async function updateDispute(
  tx: Database,
  { contractorId, id }: RowKey,
  values: Partial<DisputeValues>,
): Promise<void> {
  await tx
    .update(disputes)
    .set(values)
    .where(and(eq(disputes.contractorId, contractorId), eq(disputes.id, id)));
}

/** The disputes of a charge, oldest first. */
export const selectChargeDisputes = (
  db: Database,
  contractorId: number,
  chargeId: string,
): Promise<DisputeRow[]> =>
  db
    .select()
    .from(disputes)
    .where(and(eq(disputes.contractorId, contractorId), eq(disputes.chargeId, chargeId)))
    .orderBy(asc(disputes.id));

/** The latest dispute of each payment, by payment id. */
export async function latestDisputes(
  db: Database,
  contractorId: number,
): Promise<Map<number, DisputeRow>> {
  const rows = await db
    .select()
    .from(disputes)
    .where(eq(disputes.contractorId, contractorId))
    .orderBy(asc(disputes.id));
  return new Map(rows.map((row) => [row.paymentId, row]));
}

/** A page of all contractors' disputes, the open ones first, then the newest. */
export async function selectDisputes(
  db: Database,
  { state, page, limit }: { state: DisputeState | ''; page: number; limit: number },
) {
  const where = and(
    acrossContractors('Staff see the disputes of every contractor.'),
    state === '' ? undefined : eq(disputes.state, state),
  );
  const rows = await db
    .select({
      dispute: disputes,
      companyName: contractors.companyName,
      paymentNumber: payments.number,
    })
    .from(disputes)
    .innerJoin(contractors, eq(contractors.id, disputes.contractorId))
    .innerJoin(
      payments,
      and(eq(payments.contractorId, disputes.contractorId), eq(payments.id, disputes.paymentId)),
    )
    .where(where)
    .orderBy(asc(ne(disputes.state, 'open')), desc(disputes.openedAt), desc(disputes.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db.select({ total: count() }).from(disputes).where(where);
  return { rows, total: all?.total ?? 0 };
}

export type ListedDispute = Awaited<ReturnType<typeof selectDisputes>>['rows'][number];
