import { and, asc, eq, inArray, lt, max, or } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { hasRow } from '../../../platform/db/queries.ts';
import { gatewayCustomers } from '../cards/tables.ts';
import { paymentAttempts } from './tables.ts';

export type AttemptRow = typeof paymentAttempts.$inferSelect;

type AttemptValues = typeof paymentAttempts.$inferInsert;

export async function insertAttempt(tx: Database, values: AttemptValues): Promise<AttemptRow> {
  const [row] = await tx.insert(paymentAttempts).values(values).returning();
  if (row === undefined) throw new Error('The attempt was not inserted');
  return row;
}

export async function updateAttempt(
  tx: Database,
  id: number,
  values: Partial<AttemptValues>,
): Promise<void> {
  await tx.update(paymentAttempts).set(values).where(eq(paymentAttempts.id, id));
}

export async function readAttempt(db: Database, id: number): Promise<AttemptRow> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  if (row === undefined) throw new Error(`No attempt ${id}`);
  return row;
}

/** When one of the contractor's payments was last attempted; null when none ever was. */
export async function lastAttemptAt(db: Database, contractorId: number): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(paymentAttempts.startedAt) })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.contractorId, contractorId));
  return row?.at ?? null;
}

const isOpen = inArray(paymentAttempts.state, ['started', 'requires_action']);

/** The open attempt of a payment. */
export async function findOpenAttempt(
  db: Database,
  paymentId: number,
): Promise<AttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.paymentId, paymentId), isOpen));
  return row;
}

/**
 * The attempt that a charge of this gateway belongs to: by the charge's id, or by the key that it
 * was made with.
 */
export async function findAttemptOf(
  db: Database,
  gateway: string,
  { intentId, key }: { intentId: string; key: string },
): Promise<AttemptRow | undefined> {
  const named = or(eq(paymentAttempts.intentId, intentId), eq(paymentAttempts.idempotencyKey, key));
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.gateway, gateway), named));
  return row;
}

/**
 * Open attempts at this gateway that were started before a moment, oldest first.
 */
export const selectOpenSince = (
  db: Database,
  {
    gateway,
    state,
    before,
  }: { gateway: string; state: 'started' | 'requires_action'; before: Date },
) =>
  db
    .select({ attempt: paymentAttempts, customerId: gatewayCustomers.customerId })
    .from(paymentAttempts)
    .leftJoin(
      gatewayCustomers,
      and(
        eq(gatewayCustomers.contractorId, paymentAttempts.contractorId),
        eq(gatewayCustomers.gateway, gateway),
      ),
    )
    .where(
      and(
        eq(paymentAttempts.state, state),
        eq(paymentAttempts.gateway, gateway),
        lt(paymentAttempts.startedAt, before),
      ),
    )
    .orderBy(asc(paymentAttempts.id))
    .limit(500);

/** Whether the charge, by the gateway's id of it, is for a payment of this contractor. */
export const isIntentOf = (
  db: Database,
  contractorId: number,
  intentId: string,
): Promise<boolean> =>
  hasRow(
    db,
    paymentAttempts,
    and(eq(paymentAttempts.contractorId, contractorId), eq(paymentAttempts.intentId, intentId)),
  );
