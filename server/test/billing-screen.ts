import { eq } from 'drizzle-orm';
import { payments } from '../src/domains/billing/payments/tables.ts';
import { subscriptions } from '../src/domains/billing/subscriptions/tables.ts';
import { startSubscription } from '../src/domains/billing/index.ts';
import { contractors } from '../src/domains/contractors/tables.ts';
import { users } from '../src/domains/identity/tables.ts';
import { signedInAs, type TestApp, type TestClient } from './app.ts';

/** The sandbox's card numbers by outcome. */
export const numbers = {
  good: '4242424242424242',
  mastercard: '5555555555554444',
  refused: '4000000000000002',
  wrongCvc: '4000000000000127',
  declines: '4000000000000341',
  asksBank: '4000002760003184',
} as const;

/** A card as the form submits it. */
export const cardOf = (number: string, change: Record<string, string> = {}) => ({
  number,
  name: 'Connie Larsen',
  expiration: '12/34',
  cvc: '123',
  address_zip: '04101',
  ...change,
});

export interface Owner {
  client: TestClient;
  userId: number;
  contractorId: number;
}

/** Harborlight's owner, moved to a new contractor on the Pro plan without a card or payments. */
export async function ownerOfNewContractor(app: TestApp): Promise<Owner> {
  // Resets rate limits from earlier tests.
  app.clock.pass(601);
  const { db } = app.deps.database;
  const [owner] = await db.select().from(users).where(eq(users.email, 'concierge@demo.test'));
  const [made] = await db
    .insert(contractors)
    .values({
      companyName: 'New Harbor Builders LLC',
      companyAddress: '5 Wharf Road, Portland, ME 04101',
      firstName: 'Connie',
      lastName: 'Larsen',
      email: 'concierge@demo.test',
      planId: 3,
      registeredAt: app.clock.now(),
    })
    .returning();
  if (owner === undefined || made === undefined)
    throw new Error('The demonstration cast is not there');
  await db.update(contractors).set({ ownerId: null }).where(eq(contractors.ownerId, owner.id));
  await db.update(contractors).set({ ownerId: owner.id }).where(eq(contractors.id, made.id));
  await db.update(users).set({ contractorId: made.id }).where(eq(users.id, owner.id));
  return {
    client: await signedInAs(app, 'concierge@demo.test'),
    userId: owner.id,
    contractorId: made.id,
  };
}

/** Starts a subscription of $1,188 a year in 12 payments; the first one is pending. */
export const beginSubscription = (app: TestApp, contractorId: number, planId = 3) =>
  app.deps.database.db.transaction((tx) =>
    startSubscription(
      tx,
      { clock: app.clock },
      { contractorId, planId, discountPercent: 0, attended: true },
    ),
  );

type PaymentValues = Partial<typeof payments.$inferInsert>;

/** Inserts past payments into the contractor's subscription, one for each. */
export async function writePayments(
  app: TestApp,
  contractorId: number,
  all: readonly PaymentValues[],
): Promise<number[]> {
  const { db } = app.deps.database;
  const [subscription] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.contractorId, contractorId));
  if (subscription === undefined) throw new Error('There is no subscription');
  const at = app.clock.now();
  const rows = all.map((values, place) => ({
    number: `T-${contractorId}-${place + 1}`,
    contractorId,
    subscriptionId: subscription.id,
    term: 90,
    installment: place + 1,
    descriptions: [`Installment ${place + 1}`],
    amountCents: 9900,
    periodStart: at,
    periodEnd: at,
    createdAt: at,
    ...values,
  }));
  const made = await db.insert(payments).values(rows).returning({ id: payments.id });
  return made.map(({ id }) => id);
}
