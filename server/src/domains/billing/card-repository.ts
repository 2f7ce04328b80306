import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { cards, gatewayCustomers } from './payment-tables.ts';

export type CardRow = typeof cards.$inferSelect;

/** The card that the contractor pays with. */
export async function findCard(db: Database, contractorId: number): Promise<CardRow | undefined> {
  const [row] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.contractorId, contractorId), isNull(cards.replacedAt)));
  return row;
}

/**
 * Puts a card in the place of the contractor's current one, which is kept as replaced. The caller
 * holds the contractor's lock.
 */
export async function putCard(
  tx: Database,
  values: Omit<typeof cards.$inferInsert, 'id' | 'replacedAt'>,
): Promise<{ added: CardRow; replaced: CardRow | undefined }> {
  const [replaced] = await tx
    .update(cards)
    .set({ replacedAt: values.addedAt })
    .where(and(eq(cards.contractorId, values.contractorId), isNull(cards.replacedAt)))
    .returning();
  const [added] = await tx.insert(cards).values(values).returning();
  if (added === undefined) throw new Error('The card was not inserted');
  return { added, replaced };
}

/** A card by the gateway's name of it, replaced ones too. */
export async function findCardByMethod(
  db: Database,
  paymentMethodId: string,
): Promise<CardRow | undefined> {
  const [row] = await db.select().from(cards).where(eq(cards.paymentMethodId, paymentMethodId));
  return row;
}

/** How many cards of a gateway the contractor has had. */
export async function countCards(
  db: Database,
  contractorId: number,
  gateway: string,
): Promise<number> {
  const own = and(eq(cards.contractorId, contractorId), eq(cards.gateway, gateway));
  const [row] = await db.select({ count: count() }).from(cards).where(own);
  return row?.count ?? 0;
}

/** What this gateway calls the contractor; undefined when it does not know it. */
export async function findCustomerId(
  db: Database,
  contractorId: number,
  gateway: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ customerId: gatewayCustomers.customerId })
    .from(gatewayCustomers)
    .where(
      and(eq(gatewayCustomers.contractorId, contractorId), eq(gatewayCustomers.gateway, gateway)),
    );
  return row?.customerId;
}

/**
 * Remembers what a gateway calls the contractor. One that was remembered meanwhile stays, unless it
 * is another gateway's.
 */
export async function keepCustomerId(
  db: Database,
  values: typeof gatewayCustomers.$inferInsert,
): Promise<string> {
  const { contractorId, gateway, customerId } = values;
  const [kept] = await db
    .insert(gatewayCustomers)
    .values(values)
    .onConflictDoUpdate({
      target: gatewayCustomers.contractorId,
      set: { gateway, customerId },
      setWhere: sql`${gatewayCustomers.gateway} <> ${gateway}`,
    })
    .returning({ customerId: gatewayCustomers.customerId });
  return kept?.customerId ?? (await findCustomerId(db, contractorId, gateway)) ?? customerId;
}
