import { and, asc, eq, gt, isNull, lte, max, ne, sql } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { hasRow, type RowKey } from '../../../platform/db/queries.ts';
import { paymentAttempts, payments } from './tables.ts';

export type PaymentRow = typeof payments.$inferSelect;

type PaymentValues = typeof payments.$inferInsert;

const isPayment = ({ contractorId, id }: RowKey) =>
  and(eq(payments.contractorId, contractorId), eq(payments.id, id));

export async function findPayment(db: Database, payment: RowKey): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(isPayment(payment));
  return row;
}

/** The contractor of a payment, or undefined. Staff identify it by its id alone. */
export async function findPaymentContractor(db: Database, id: number): Promise<number | undefined> {
  const [row] = await db
    .select({ contractorId: payments.contractorId })
    .from(payments)
    .where(
      and(eq(payments.id, id), acrossContractors('Staff name a payment by its number alone.')),
    );
  return row?.contractorId;
}

export async function readPayment(db: Database, payment: RowKey): Promise<PaymentRow> {
  const row = await findPayment(db, payment);
  if (row === undefined) throw new Error(`No payment ${payment.id}`);
  return row;
}

/** The payment of an installment, created when missing. */
export async function ensurePayment(tx: Database, values: PaymentValues): Promise<PaymentRow> {
  const [made] = await tx.insert(payments).values(values).onConflictDoNothing().returning();
  if (made !== undefined) return made;
  const { contractorId, subscriptionId, term, installment } = values;
  const [there] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.contractorId, contractorId),
        eq(payments.subscriptionId, subscriptionId),
        eq(payments.term, term),
        eq(payments.installment, installment),
      ),
    );
  if (there === undefined) throw new Error('The payment was not inserted');
  return there;
}

export async function updatePayment(
  tx: Database,
  payment: RowKey,
  values: Partial<PaymentValues>,
): Promise<void> {
  await tx.update(payments).set(values).where(isPayment(payment));
}

/** Payments after `afterId` whose next automatic attempt is due at `now`. */
export const selectDuePayments = (
  db: Database,
  { now, afterId, limit }: { now: Date; afterId: number; limit: number },
): Promise<RowKey[]> =>
  db
    .select({ id: payments.id, contractorId: payments.contractorId })
    .from(payments)
    .where(
      and(
        acrossContractors('The clock charges for every contractor.'),
        lte(payments.nextTryAt, now),
        isNull(payments.voidedAt),
        sql`${payments.id} > ${afterId}`,
      ),
    )
    .orderBy(asc(payments.id))
    .limit(limit);

/** Whether an automatic attempt at one of the contractor's payments is due at `now`. */
export async function hasAttemptDue(
  db: Database,
  contractorId: number,
  now: Date,
): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.contractorId, contractorId),
        lte(payments.nextTryAt, now),
        isNull(payments.voidedAt),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The failed payments that a contractor still owes, oldest first. */
export const selectOwed = (db: Database, contractorId: number): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.contractorId, contractorId),
        eq(payments.state, 'Failed'),
        isNull(payments.voidedAt),
      ),
    )
    .orderBy(asc(payments.id));

/**
 * The end of a subscription's paid period; null when nothing was paid, or all of it was refunded or
 * lost to disputes.
 */
export async function readPaidUntil(
  db: Database,
  { contractorId, id }: { contractorId: number; id: number },
): Promise<Date | null> {
  const [row] = await db
    .select({ until: max(payments.periodEnd) })
    .from(payments)
    .where(
      and(
        eq(payments.contractorId, contractorId),
        eq(payments.subscriptionId, id),
        eq(payments.state, 'Succeeded'),
        sql`${payments.refundedCents} + ${payments.lostCents} < ${payments.amountCents}`,
      ),
    );
  return row?.until ?? null;
}

/** Payments of a subscription for a period not over at `now`, with an unrefunded rest. */
export const selectUnused = (
  db: Database,
  { contractorId, id }: { contractorId: number; id: number },
  now: Date,
): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.contractorId, contractorId),
        eq(payments.subscriptionId, id),
        eq(payments.state, 'Succeeded'),
        gt(payments.periodEnd, now),
        sql`${payments.refundedCents} + ${payments.lostCents} < ${payments.amountCents}`,
      ),
    )
    .orderBy(asc(payments.id));

/** Restores the announced payments of a subscription that continues after all. */
export async function reviveAnnounced(
  tx: Database,
  { contractorId, id }: { contractorId: number; id: number },
): Promise<void> {
  await tx
    .update(payments)
    .set({ voidedAt: null })
    .where(
      and(
        eq(payments.contractorId, contractorId),
        eq(payments.subscriptionId, id),
        eq(payments.state, 'Upcoming'),
      ),
    );
}

/** Voids the subscription's open payments: they are no longer owed. */
export async function voidOpenPayments(
  tx: Database,
  { contractorId, id }: RowKey,
  at: Date,
): Promise<void> {
  await tx
    .update(payments)
    .set({ voidedAt: at, nextTryAt: null })
    .where(
      and(
        eq(payments.contractorId, contractorId),
        eq(payments.subscriptionId, id),
        ne(payments.state, 'Succeeded'),
        isNull(payments.voidedAt),
      ),
    );
}

const isUnderWay = (
  contractorId: number,
) => sql`exists (select 1 from ${paymentAttempts} where ${paymentAttempts.contractorId} = ${contractorId} and ${paymentAttempts.paymentId} = ${payments.id}
  and ${paymentAttempts.state} in ('started', 'requires_action'))`;

/**
 * The facts that determine a subscription's state: whether a payment was ever made, and the
 * attempts at failed ones.
 */
export async function readStanding(tx: Database, { contractorId, id }: RowKey) {
  const rows = await tx
    .select({
      state: payments.state,
      automaticTries: payments.automaticTries,
      nextTryAt: payments.nextTryAt,
      voidedAt: payments.voidedAt,
      underWay: sql<boolean>`${isUnderWay(contractorId)}`,
    })
    .from(payments)
    .where(
      and(
        eq(payments.contractorId, contractorId),
        eq(payments.subscriptionId, id),
        ne(payments.state, 'Upcoming'),
      ),
    );
  return {
    everPaid: rows.some(({ state }) => state === 'Succeeded'),
    failed: rows.filter(({ state, voidedAt }) => state === 'Failed' && voidedAt === null),
  };
}

export type Standing = Awaited<ReturnType<typeof readStanding>>;

export const ownsPayment = (db: Database, contractorId: number, id: number): Promise<boolean> =>
  hasRow(db, payments, isPayment({ contractorId, id }));
