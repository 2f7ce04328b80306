import { and, asc, eq, inArray, lt, max, or } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { hasRow, type RowKey } from '../../../platform/db/queries.ts';
import { gatewayCustomers } from '../cards/tables.ts';
import { paymentAttempts } from './tables.ts';

export type AttemptRow = typeof paymentAttempts.$inferSelect;

type AttemptValues = typeof paymentAttempts.$inferInsert;

export async function insertAttempt(tx: Database, values: AttemptValues): Promise<AttemptRow> {
  const [row] = await tx.insert(paymentAttempts).values(values).returning();
  if (row === undefined) throw new Error('The attempt was not inserted');
  return row;
}

const isAttempt = ({ contractorId, id }: RowKey) =>
  and(eq(paymentAttempts.contractorId, contractorId), eq(paymentAttempts.id, id));

export async function updateAttempt(
  tx: Database,
  attempt: RowKey,
  values: Partial<AttemptValues>,
): Promise<void> {
  await tx.update(paymentAttempts).set(values).where(isAttempt(attempt));
}

export async function readAttempt(db: Database, attempt: RowKey): Promise<AttemptRow> {
  const [row] = await db.select().from(paymentAttempts).where(isAttempt(attempt));
  if (row === undefined) throw new Error(`No attempt ${attempt.id}`);
  return row;
}

/** When one of the contractor's payments was last attempted; null if never. */
export async function lastAttemptAt(db: Database, contractorId: number): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(paymentAttempts.startedAt) })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.contractorId, contractorId));
  return row?.at ?? null;
}

const isOpen = inArray(paymentAttempts.state, ['started', 'requires_action']);

export async function findOpenAttempt(
  db: Database,
  { contractorId, id }: RowKey,
): Promise<AttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.contractorId, contractorId),
        eq(paymentAttempts.paymentId, id),
        isOpen,
      ),
    );
  return row;
}

/**
 * The attempt of a charge at this gateway, by the charge's id or its idempotency key. Searches
 * `contractorId` first, when the charge names one: old charges don't, and charge metadata is
 * trusted only for where to look.
 */
export async function findGatewayAttempt(
  db: Database,
  gateway: string,
  {
    intentId,
    key,
    contractorId,
  }: { intentId: string; key: string; contractorId?: number | undefined },
): Promise<AttemptRow | undefined> {
  const named = or(eq(paymentAttempts.intentId, intentId), eq(paymentAttempts.idempotencyKey, key));
  const isIt = and(eq(paymentAttempts.gateway, gateway), named);
  if (contractorId !== undefined) {
    const own = and(eq(paymentAttempts.contractorId, contractorId), isIt);
    const [found] = await db.select().from(paymentAttempts).where(own);
    if (found !== undefined) return found;
  }
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(and(isIt, acrossContractors('Old charges and refunds don’t name their contractor.')));
  return row;
}

/** Open attempts at this gateway started before a moment, oldest first. */
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
        acrossContractors('A job settles the open attempts of every contractor.'),
        eq(paymentAttempts.state, state),
        eq(paymentAttempts.gateway, gateway),
        lt(paymentAttempts.startedAt, before),
      ),
    )
    .orderBy(asc(paymentAttempts.id))
    .limit(500);

/** Whether the charge with this gateway id is for a payment of this contractor. */
export const ownsIntent = (
  db: Database,
  contractorId: number,
  intentId: string,
): Promise<boolean> =>
  hasRow(
    db,
    paymentAttempts,
    and(eq(paymentAttempts.contractorId, contractorId), eq(paymentAttempts.intentId, intentId)),
  );
