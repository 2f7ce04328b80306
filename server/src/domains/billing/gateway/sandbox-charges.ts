import { and, asc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { GatewayRefusal, type Charge, type ChargeRequest, type Refund } from './port.ts';
import {
  calledOff,
  notAuthenticated,
  cardOutcome,
  success,
  type Outcome,
} from './sandbox-cards.ts';
import { openDispute } from './sandbox-disputes.ts';
import {
  toCharge,
  newId,
  toRefund,
  revive,
  sendEvent,
  sendChargeEvent,
  type Intent,
  type Serialized,
} from './sandbox-events.ts';
import { sandboxCards, sandboxCustomers, sandboxIntents, sandboxRefunds } from './tables.ts';

export interface SandboxWorld {
  db: Database;
  clock: Clock;
  /** The public URL of this server. */
  publicUrl: string;
}

/** The row returned by an insert or update. */
function written<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('Nothing was written');
  return row;
}

/**
 * Charges a card in the caller's transaction. Throws `GatewayRefusal` for a missing card or an
 * amount that is too small.
 */
export async function makeCharge(
  tx: Database,
  world: SandboxWorld,
  request: ChargeRequest,
): Promise<Serialized<Charge>> {
  const { offSession, description: _unread, ...named } = request;
  const { amountCents, customerId, cardId } = named;
  if (!Number.isSafeInteger(amountCents) || amountCents < 50)
    throw new GatewayRefusal('amount_too_small', 'The minimum charge is $0.50.');
  const now = world.clock.now();
  const card = await findChargeable(tx, customerId, cardId);
  const [intent] = await tx
    .insert(sandboxIntents)
    .values({
      ...named,
      ...cardOutcome(card, { offSession, now }),
      id: newId('pi'),
      offSession,
      createdAt: now,
    })
    .returning();
  const charge = toCharge(written(intent), world.publicUrl);
  await sendChargeEvent(tx, world.clock, charge);
  if (card.behavior === 'disputed' && charge.status === 'succeeded')
    await openDispute(tx, world, charge);
  return charge;
}

async function findChargeable(tx: Database, customerId: string, cardId: string) {
  const [found] = await tx
    .select({ card: sandboxCards })
    .from(sandboxCards)
    .innerJoin(sandboxCustomers, eq(sandboxCustomers.id, sandboxCards.customerId))
    .where(
      and(
        eq(sandboxCards.id, cardId),
        eq(sandboxCards.customerId, customerId),
        isNull(sandboxCards.detachedAt),
        isNull(sandboxCustomers.deletedAt),
      ),
    );
  if (found === undefined)
    throw new GatewayRefusal('resource_missing', 'The card no longer exists. Please add it again.');
  return found.card;
}

/** The intent, locked by the caller's transaction, or undefined. */
async function lockIntent(tx: Database, id: string): Promise<Intent | undefined> {
  const [intent] = await tx
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.id, id))
    .for('update');
  return intent;
}

/**
 * Ends a charge that waits for authentication; any other charge doesn't change. Undefined for an
 * unknown charge.
 */
async function endCharge(
  world: SandboxWorld,
  id: string,
  outcome: Outcome,
): Promise<Intent | undefined> {
  return world.db.transaction(async (tx) => {
    const intent = await lockIntent(tx, id);
    if (intent?.status !== 'requires_action') return intent;
    const [ended] = await tx
      .update(sandboxIntents)
      .set(outcome)
      .where(eq(sandboxIntents.id, id))
      .returning();
    if (outcome.status === 'succeeded') await rememberAuthentication(tx, intent.cardId);
    await sendChargeEvent(tx, world.clock, toCharge(written(ended), world.publicUrl));
    return ended;
  });
}

/** A card that requires authentication once doesn't require it again. */
async function rememberAuthentication(tx: Database, cardId: string): Promise<void> {
  const asksOnce = and(
    eq(sandboxCards.id, cardId),
    eq(sandboxCards.behavior, 'authenticates_once'),
  );
  await tx.update(sandboxCards).set({ behavior: 'succeeds' }).where(asksOnce);
}

/** Applies the person's answer on the authentication page. Undefined for an unknown charge. */
export const authenticate = (
  world: SandboxWorld,
  id: string,
  passed: boolean,
): Promise<Intent | undefined> => endCharge(world, id, passed ? success : notAuthenticated);

/** Cancels a waiting charge. Throws for an unknown charge. */
export async function callOff(world: SandboxWorld, id: string): Promise<Serialized<Charge>> {
  const intent = await endCharge(world, id, calledOff);
  if (intent === undefined) throw new Error(`No charge ${id}`);
  return toCharge(intent, world.publicUrl);
}

/**
 * Refunds in the caller's transaction. Throws `GatewayRefusal` for more than the rest of the
 * charge.
 */
export async function makeRefund(
  tx: Database,
  world: SandboxWorld,
  {
    chargeId,
    amountCents,
    idempotencyKey,
  }: { chargeId: string; amountCents: number; idempotencyKey: string },
): Promise<Serialized<Refund>> {
  const intent = await lockIntent(tx, chargeId);
  if (intent?.status !== 'succeeded')
    throw new GatewayRefusal('resource_missing', "There's no such payment to refund.");
  const left = intent.amountCents - intent.refundedCents;
  if (left === 0)
    throw new GatewayRefusal('charge_already_refunded', 'This payment has already been refunded.');
  if (!Number.isSafeInteger(amountCents) || amountCents < 1 || amountCents > left)
    throw new GatewayRefusal(
      'amount_too_large',
      "The refund can't be more than what is left of the payment.",
    );
  const createdAt = world.clock.now();
  const [row] = await tx
    .insert(sandboxRefunds)
    .values({ id: newId('re'), idempotencyKey, intentId: chargeId, amountCents, createdAt })
    .returning();
  const refund = toRefund(written(row));
  const refundedCents = intent.refundedCents + amountCents;
  const [changed] = await tx
    .update(sandboxIntents)
    .set({ refundedCents })
    .where(eq(sandboxIntents.id, chargeId))
    .returning();
  await sendEvent(tx, world.clock, { type: 'refund.created', object: refund });
  await sendEvent(tx, world.clock, {
    type: 'charge.refunded',
    object: toCharge(written(changed), world.publicUrl),
  });
  return refund;
}

interface Range {
  from: Date;
  to: Date;
}

const pageSize = 500;

/** All rows of a query, page by page. Rows added while paging sort after the existing ones. */
async function* paged<Row>(read: (offset: number) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += pageSize) {
    const rows = await read(offset);
    yield* rows;
    if (rows.length < pageSize) return;
  }
}

/** Oldest first. */
export async function* chargesIn(
  { db, publicUrl }: SandboxWorld,
  { from, to }: Range,
): AsyncGenerator<Charge> {
  const within = and(gte(sandboxIntents.createdAt, from), lt(sandboxIntents.createdAt, to));
  const read = (offset: number) =>
    db
      .select()
      .from(sandboxIntents)
      .where(within)
      .orderBy(asc(sandboxIntents.createdAt), asc(sandboxIntents.id))
      .limit(pageSize)
      .offset(offset);
  for await (const intent of paged(read)) yield revive(toCharge(intent, publicUrl));
}

/** Oldest first. */
export async function* refundsIn(
  { db }: SandboxWorld,
  { from, to }: Range,
): AsyncGenerator<Refund> {
  const within = and(gte(sandboxRefunds.createdAt, from), lt(sandboxRefunds.createdAt, to));
  const read = (offset: number) =>
    db
      .select()
      .from(sandboxRefunds)
      .where(within)
      .orderBy(asc(sandboxRefunds.createdAt), asc(sandboxRefunds.id))
      .limit(pageSize)
      .offset(offset);
  for await (const row of paged(read)) yield revive(toRefund(row));
}

/** One charge by its id or key, or null. */
export async function findIntent(
  { db, publicUrl }: { db: Database; publicUrl: string },
  by: { id: string } | { customerId: string; idempotencyKey: string },
): Promise<Charge | null> {
  const named =
    'id' in by
      ? eq(sandboxIntents.id, by.id)
      : sql`${sandboxIntents.customerId} = ${by.customerId} and ${sandboxIntents.idempotencyKey} = ${by.idempotencyKey}`;
  const [intent] = await db.select().from(sandboxIntents).where(named);
  return intent === undefined ? null : revive(toCharge(intent, publicUrl));
}
