import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { subscriptions } from '../subscriptions/tables.ts';
import { cards, gatewayCustomers } from './tables.ts';

export type CardRow = typeof cards.$inferSelect;

/** The contractor's current card. */
export async function findCard(db: Database, contractorId: number): Promise<CardRow | undefined> {
  const [row] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.contractorId, contractorId), isNull(cards.replacedAt)));
  return row;
}

/**
 * Sets the contractor's current card and keeps the previous one as replaced. The caller holds the
 * contractor's lock.
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

/** A contractor's card by its card id, including replaced ones. */
export async function findCardById(
  db: Database,
  contractorId: number,
  paymentMethodId: string,
): Promise<CardRow | undefined> {
  const [row] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.contractorId, contractorId), eq(cards.paymentMethodId, paymentMethodId)));
  return row;
}

export async function countCards(
  db: Database,
  contractorId: number,
  gateway: string,
): Promise<number> {
  const own = and(eq(cards.contractorId, contractorId), eq(cards.gateway, gateway));
  const [row] = await db.select({ count: count() }).from(cards).where(own);
  return row?.count ?? 0;
}

/** The contractor's customer id at this gateway; undefined before the first card. */
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
 * Stores the contractor's customer id at a gateway. Keeps one stored in the meantime, unless it
 * belongs to another gateway.
 */
export async function storeCustomerId(
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

export async function readCardDetails(
  db: Database,
  { contractorId, cardId }: { contractorId: number; cardId: number },
) {
  const [row] = await db
    .select({
      brand: cards.brand,
      last4: cards.last4,
      expireMonth: cards.expireMonth,
      expireYear: cards.expireYear,
    })
    .from(cards)
    .where(and(eq(cards.contractorId, contractorId), eq(cards.id, cardId)));
  return row;
}

/** The data for a charge: the contractor's current card at this gateway, and its customer id. */
export async function findChargeable(db: Database, contractorId: number, gateway: string) {
  const [row] = await db
    .select({ card: cards, customerId: gatewayCustomers.customerId })
    .from(cards)
    .innerJoin(
      gatewayCustomers,
      and(
        eq(gatewayCustomers.contractorId, cards.contractorId),
        eq(gatewayCustomers.gateway, cards.gateway),
      ),
    )
    .where(
      and(
        eq(cards.contractorId, contractorId),
        eq(cards.gateway, gateway),
        isNull(cards.replacedAt),
      ),
    );
  return row;
}

/** The first moment at which a card can no longer be charged. */
const over = sql`((make_date(${cards.expireYear}, ${cards.expireMonth}, 1) + interval '1 month') at time zone 'UTC')`;

/** Current cards, of contractors with a subscription, that expire after `from` and by `until`. */
export const selectExpiringCards = (db: Database, { from, until }: { from: Date; until: Date }) =>
  db
    .select({
      id: cards.id,
      contractorId: cards.contractorId,
      brand: cards.brand,
      last4: cards.last4,
      expireMonth: cards.expireMonth,
      expireYear: cards.expireYear,
    })
    .from(cards)
    .innerJoin(
      subscriptions,
      and(eq(subscriptions.contractorId, cards.contractorId), ne(subscriptions.state, 'canceled')),
    )
    .where(
      and(
        acrossContractors('A daily job looks at the cards of every contractor.'),
        isNull(cards.replacedAt),
        sql`${over} > ${from.toISOString()}::timestamptz and ${over} <= ${until.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(cards.id));

/**
 * Marks the contractor's current card as replaced and returns it, so that it can be detached at its
 * gateway.
 */
export async function dropCurrentCard(tx: Database, contractorId: number, at: Date) {
  const current = and(eq(cards.contractorId, contractorId), isNull(cards.replacedAt));
  const { gateway, paymentMethodId } = cards;
  const [row] = await tx
    .update(cards)
    .set({ replacedAt: at })
    .where(current)
    .returning({ gateway, paymentMethodId });
  return row;
}

const byGatewayId = acrossContractors(
  'The gateway knows cards and customers by its own ids alone.',
);

/** The contractor with this customer id at a gateway, or undefined. */
export async function findCustomer(
  tx: Database,
  gateway: string,
  customerId: string,
): Promise<number | undefined> {
  const [row] = await tx
    .select({ contractorId: gatewayCustomers.contractorId })
    .from(gatewayCustomers)
    .where(
      and(
        byGatewayId,
        eq(gatewayCustomers.gateway, gateway),
        eq(gatewayCustomers.customerId, customerId),
      ),
    );
  return row?.contractorId;
}

/** Deletes the contractor's customer id at a gateway, and marks its card there as replaced. */
export async function deleteCustomer(
  tx: Database,
  contractorId: number,
  gateway: string,
  at: Date,
): Promise<void> {
  const isOwn = and(
    eq(gatewayCustomers.contractorId, contractorId),
    eq(gatewayCustomers.gateway, gateway),
  );
  await tx.delete(gatewayCustomers).where(isOwn);
  await tx
    .update(cards)
    .set({ replacedAt: at })
    .where(
      and(
        eq(cards.contractorId, contractorId),
        eq(cards.gateway, gateway),
        isNull(cards.replacedAt),
      ),
    );
}

/** Marks a card as replaced that the gateway has deleted. */
export async function dropCard(
  tx: Database,
  gateway: string,
  paymentMethodId: string,
  at: Date,
): Promise<void> {
  await tx
    .update(cards)
    .set({ replacedAt: at })
    .where(
      and(
        byGatewayId,
        eq(cards.gateway, gateway),
        eq(cards.paymentMethodId, paymentMethodId),
        isNull(cards.replacedAt),
      ),
    );
}

/** All cards of a contractor, including replaced ones, earliest first. */
export const allCards = (db: Database, contractorId: number): Promise<CardRow[]> =>
  db
    .select()
    .from(cards)
    .where(eq(cards.contractorId, contractorId))
    .orderBy(asc(cards.addedAt), asc(cards.id));
