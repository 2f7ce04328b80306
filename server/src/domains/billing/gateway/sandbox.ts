import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { GatewayRefusal, type CardSource, type GatewayCard, type PaymentGateway } from './port.ts';
import { checkCard } from './sandbox-cards.ts';
import {
  authenticate,
  callOff,
  chargesIn,
  findIntent,
  makeCharge,
  makeRefund,
  refundsIn,
  type SandboxWorld,
} from './sandbox-charges.ts';
import { disputeMovementsIn, disputePath, openDispute } from './sandbox-disputes.ts';
import { newId, readSandboxEvent, revive, sendEvent, type Intent } from './sandbox-events.ts';
import { sandboxAnswers, sandboxCards, sandboxCustomers } from './tables.ts';

/** The embedded gateway, with the actions of cardholders and provider staff. */
export interface SandboxGateway extends PaymentGateway {
  name: 'sandbox';
  /** Applies the person's answer on the authentication page. Undefined for an unknown charge. */
  authenticate(intentId: string, passed: boolean): Promise<Intent | undefined>;
  /** The cardholder disputes a charge at the bank. */
  dispute(charge: { id: string; amountCents: number }): Promise<string>;
  /** The provider's staff delete a customer. */
  endCustomer(customerId: string): Promise<void>;
}

/**
 * A gateway that moves no money and behaves like Stripe's test mode. It keeps its state in its own
 * tables and transactions, and reports it in signed events.
 */
export function sandboxGateway(
  world: SandboxWorld & { /** Of the webhook. */ secret: string },
): SandboxGateway {
  const { db, clock } = world;
  return {
    name: 'sandbox',
    createCustomer: (customer) => createCustomer(db, customer),
    attachCard: (customerId, source, key) => attachCard(world, { customerId, source, key }),
    detachCard: (cardId) => detachCard(world, cardId),
    charge: async (request) => {
      const { idempotencyKey: key, metadata, ...rest } = request;
      const call = {
        name: 'charge',
        ...rest,
        metadata: Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      };
      return revive(await once(db, { key, call }, (tx) => makeCharge(tx, world, request)));
    },
    readCharge: (id) => findIntent(world, { id }),
    findCharge: ({ customerId, idempotencyKey }) =>
      findIntent(world, { customerId, idempotencyKey }),
    cancelCharge: async (id) => revive(await callOff(world, id)),
    refund: async (request) => {
      const { idempotencyKey: key, ...rest } = request;
      const call = { name: 'refund', ...rest };
      return revive(await once(db, { key, call }, (tx) => makeRefund(tx, world, request)));
    },
    listCharges: (range) => chargesIn(world, range),
    listRefunds: (range) => refundsIn(world, range),
    listDisputeMovements: (range) => disputeMovementsIn(world, range),
    disputeUrl: (id) => `${world.publicUrl}${disputePath(id)}`,
    readEvent: (body, signature) =>
      readSandboxEvent({ secret: world.secret, clock }, body, signature),
    authenticate: (intentId, passed) => authenticate(world, intentId, passed),
    dispute: (charge) => db.transaction((tx) => openDispute(tx, world, charge)),
    endCustomer: (customerId) => endCustomer(world, customerId),
  };
}

interface Customer {
  reference: string;
  name: string;
  email: string;
}

/** `instead`: the deleted customer created earlier with the same values. */
async function createCustomer(
  db: Database,
  { reference, name, email }: Customer,
  instead = '',
): Promise<{ id: string }> {
  const key = `customer:${JSON.stringify([reference, name, email, instead])}`;
  const made = await once(db, { key, call: { name: 'customer' } }, async (tx) => {
    const id = newId('cus');
    await tx.insert(sandboxCustomers).values({ id, reference, name, email });
    return { id };
  });
  return (await isAlive(db, made.id))
    ? made
    : createCustomer(db, { reference, name, email }, made.id);
}

async function isAlive(db: Database, customerId: string): Promise<boolean> {
  const alive = and(eq(sandboxCustomers.id, customerId), isNull(sandboxCustomers.deletedAt));
  return (
    (await db.select({ id: sandboxCustomers.id }).from(sandboxCustomers).where(alive)).length > 0
  );
}

async function attachCard(
  { db, clock }: SandboxWorld,
  { customerId, source, key }: { customerId: string; source: CardSource; key: string },
): Promise<GatewayCard> {
  if (!('details' in source))
    throw new GatewayRefusal(
      'resource_missing',
      'The sandbox accepts only typed card numbers.',
      'number',
    );
  const { behavior, ...card } = checkCard(source.details, clock.now());
  const { name: holder, zip } = source.details;
  return once(
    db,
    { key, call: { name: 'attach', customerId, ...card, holder, zip } },
    async (tx) => {
      if (!(await isAlive(tx, customerId)))
        throw new GatewayRefusal(
          'resource_missing',
          'The account with the payment provider was closed.',
        );
      const id = newId('pm');
      await tx.insert(sandboxCards).values({ id, customerId, ...card, behavior });
      await sendEvent(tx, clock, { type: 'payment_method.attached', object: { id } });
      return { id, ...card };
    },
  );
}

async function detachCard({ db, clock }: SandboxWorld, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const attached = and(eq(sandboxCards.id, id), isNull(sandboxCards.detachedAt));
    const detached = await tx
      .update(sandboxCards)
      .set({ detachedAt: clock.now() })
      .where(attached)
      .returning();
    if (detached.length > 0)
      await sendEvent(tx, clock, { type: 'payment_method.detached', object: { id } });
  });
}

async function endCustomer({ db, clock }: SandboxWorld, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const alive = and(eq(sandboxCustomers.id, id), isNull(sandboxCustomers.deletedAt));
    const ended = await tx
      .update(sandboxCustomers)
      .set({ deletedAt: clock.now() })
      .where(alive)
      .returning();
    if (ended.length > 0) await sendEvent(tx, clock, { type: 'customer.deleted', object: { id } });
  });
}

const hashCall = (call: object): string =>
  createHash('sha256').update(JSON.stringify(call)).digest('hex');

/**
 * Runs a call once, in its own transaction: the same key returns the first answer, even in
 * parallel. A failed call is rolled back and not stored. Throws when the key was used for another
 * call.
 */
async function once<Answer extends object>(
  db: Database,
  { key, call }: { key: string; call: object },
  run: (tx: Database) => Promise<Answer>,
): Promise<Answer> {
  const requestHash = hashCall(call);
  return db.transaction(async (tx) => {
    // Of two parallel calls, the second waits here until the first has committed.
    const claimed = await tx
      .insert(sandboxAnswers)
      .values({ key, requestHash })
      .onConflictDoNothing()
      .returning();
    if (claimed.length === 0) return answered<Answer>(tx, key, requestHash);
    const answer = await run(tx);
    await tx.update(sandboxAnswers).set({ answer }).where(eq(sandboxAnswers.key, key));
    return answer;
  });
}

async function answered<Answer>(tx: Database, key: string, requestHash: string): Promise<Answer> {
  const [row] = await tx.select().from(sandboxAnswers).where(eq(sandboxAnswers.key, key));
  if (row?.requestHash !== requestHash)
    throw new Error('The idempotency key was used for another call');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answer of this call, stored as JSON
  return row.answer as Answer;
}
