import type { OpenDatabase } from '../src/platform/db/connect.ts';
import { ensureCustomer } from '../src/domains/billing/cards/cards.ts';
import { putCard } from '../src/domains/billing/cards/repository.ts';
import type { SandboxGateway } from '../src/domains/billing/gateway/sandbox.ts';
import { startSubscription } from '../src/domains/billing/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { makeContractor, makePlan } from './billing-world.ts';

/** Subscribing at the sandbox gateway, in a running server's database. */
export interface Subscribing {
  database: OpenDatabase;
  gateway: SandboxGateway;
}

export const planOf = ({ database }: Subscribing, priceCents: number): Promise<number> =>
  makePlan({ database }, { priceCents, installments: 1 });

/**
 * A new contractor with a card, whose first payment waits for its job; returns the contractor's id.
 */
export async function subscribeNew(
  { database, gateway }: Subscribing,
  planId: number,
): Promise<number> {
  const { db } = database;
  const { id, email } = await makeContractor({ database, clock: systemClock });
  const customerId = await ensureCustomer({ db, gateway }, id, email);
  const details = {
    number: '4242424242424242',
    cvc: '123',
    expireMonth: 12,
    expireYear: 2039,
    name: 'Ann Lee',
    zip: '12345',
  };
  const { id: paymentMethodId, ...card } = await gateway.attachCard(
    customerId,
    { details },
    `card:${id}`,
  );
  const holder = { cardholderName: 'Ann Lee', zipCode: '12345', addedAt: systemClock.now() };
  await db.transaction(async (tx) => {
    await putCard(tx, {
      ...card,
      ...holder,
      paymentMethodId,
      contractorId: id,
      gateway: 'sandbox',
    });
    await startSubscription(
      tx,
      { clock: systemClock },
      { contractorId: id, planId, discountPercent: 0 },
    );
  });
  return id;
}
