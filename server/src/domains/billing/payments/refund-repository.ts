import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
import { refunds } from './tables.ts';

export type RefundRow = typeof refunds.$inferSelect;

type RefundValues = typeof refunds.$inferInsert;

/** Inserts a refund; undefined when its key already exists. */
export async function insertRefund(
  tx: Database,
  values: RefundValues,
): Promise<RefundRow | undefined> {
  const [row] = await tx.insert(refunds).values(values).onConflictDoNothing().returning();
  return row;
}

const isRefund = ({ contractorId, id }: RowKey) =>
  and(eq(refunds.contractorId, contractorId), eq(refunds.id, id));

export async function updateRefund(
  tx: Database,
  refund: RowKey,
  values: Partial<RefundValues>,
): Promise<void> {
  await tx.update(refunds).set(values).where(isRefund(refund));
}

export async function readRefund(db: Database, refund: RowKey): Promise<RefundRow> {
  const [row] = await db.select().from(refunds).where(isRefund(refund));
  if (row === undefined) throw new Error(`No refund ${refund.id}`);
  return row;
}

export async function findRefundByKey(
  db: Database,
  contractorId: number,
  idempotencyKey: string,
): Promise<RefundRow | undefined> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.contractorId, contractorId), eq(refunds.idempotencyKey, idempotencyKey)));
  return row;
}

export async function findRefundByGatewayId(
  db: Database,
  gateway: string,
  refundId: string,
): Promise<RefundRow | undefined> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(
      and(
        acrossContractors('The gateway knows a refund by its own id alone.'),
        eq(refunds.gateway, gateway),
        eq(refunds.refundId, refundId),
      ),
    );
  return row;
}

/** The completed and pending refunds of a charge, in cents. */
export async function sumRefunded(
  db: Database,
  contractorId: number,
  chargeId: string,
): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(
      and(
        eq(refunds.contractorId, contractorId),
        eq(refunds.chargeId, chargeId),
        inArray(refunds.state, ['started', 'succeeded']),
      ),
    );
  return row?.sum ?? 0;
}

/** Whether a charge has a refund whose gateway id isn't stored yet. */
export async function hasUnconfirmedRefund(
  db: Database,
  contractorId: number,
  chargeId: string,
): Promise<boolean> {
  const [row] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.contractorId, contractorId),
        eq(refunds.chargeId, chargeId),
        eq(refunds.state, 'started'),
        sql`${refunds.refundId} is null`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Unanswered refunds at this gateway started before a moment, oldest first. */
export const selectUnanswered = (
  db: Database,
  gateway: string,
  before: Date,
): Promise<RefundRow[]> =>
  db
    .select()
    .from(refunds)
    .where(
      and(
        acrossContractors('A job settles the open refunds of every contractor.'),
        eq(refunds.state, 'started'),
        eq(refunds.gateway, gateway),
        lt(refunds.startedAt, before),
        sql`${refunds.refundId} is null`,
      ),
    )
    .orderBy(asc(refunds.id))
    .limit(500);
