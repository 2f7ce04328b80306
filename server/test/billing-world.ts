import { eq, sql } from 'drizzle-orm';
import { billingJobs, startSubscription } from '../src/domains/billing/index.ts';
import type {
  DisputedPayment,
  SucceededPayment,
  RefundedPayment,
} from '../src/domains/billing/index.ts';
import { ledgerEntries } from '../src/domains/billing/payments/tables.ts';
import { cards, gatewayCustomers } from '../src/domains/billing/cards/tables.ts';
import {
  disputes,
  paymentAttempts,
  payments,
  refunds,
} from '../src/domains/billing/payments/tables.ts';
import { subscriptions } from '../src/domains/billing/subscriptions/tables.ts';
import { plans } from '../src/domains/billing/plans/tables.ts';
import { contractors } from '../src/domains/contractors/tables.ts';
import { openPayload } from '../src/domains/messaging/email/queue.ts';
import { messages } from '../src/domains/messaging/queue/tables.ts';
import type { Context } from '../src/platform/context.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { OpenDatabase } from '../src/platform/db/connect.ts';
import { workOffJobs } from '../src/platform/jobs/worker.ts';
import { openTestContext } from './context.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TestClock } from './edges.ts';
import { FakeGateway } from './fake-gateway.ts';

export const daySeconds = 86_400;

/**
 * Billing alone, on a real database, with a gateway in memory; records the events for other
 * domains.
 */
export interface BillingWorld {
  database: TestDatabase;
  clock: TestClock;
  gateway: FakeGateway;
  context: Context;
  paid: SucceededPayment[];
  refunded: RefundedPayment[];
  disputed: DisputedPayment[];
  warnings: string[];
  close(): Promise<void>;
}

export async function createBillingWorld(
  now = new Date('2026-03-10T15:00:00Z'),
): Promise<BillingWorld> {
  const database = await createTestDatabase();
  const clock = new TestClock(now);
  const gateway = new FakeGateway(clock);
  const opened = await openTestContext(database, clock);
  const context = { ...opened.context, gateway };
  const world: BillingWorld = {
    database,
    clock,
    gateway,
    context,
    paid: [],
    refunded: [],
    disputed: [],
    warnings: opened.warnings,
    close: async () => {
      await opened.close();
      await database.close();
    },
  };
  context.events.listen({
    'payment.succeeded': async (_tx, payment) => void world.paid.push(payment),
    'payment.refunded': async (_tx, refund) => void world.refunded.push(refund),
    'payment.disputed': async (_tx, dispute) => void world.disputed.push(dispute),
  });
  return world;
}

/** The queued and sent e-mails, oldest first. */
export async function mailsOf({ database, context }: BillingWorld) {
  const rows = await database.db.select().from(messages).orderBy(messages.createdAt, messages.id);
  return rows.map((row) => {
    const { event, key, contractorId } = row;
    const payload = openPayload(context, row);
    return { event, key, contractorId, data: payload?.data ?? {} };
  });
}

export const deleteMails = async ({ database }: BillingWorld): Promise<void> =>
  void (await database.db.delete(messages));

/** Marks each queued e-mail as sent when it was queued. */
export const sendMails = async ({ database }: BillingWorld): Promise<void> =>
  void (await database.db
    .update(messages)
    .set({ status: 'sent', settledAt: sql`created_at` })
    .where(eq(messages.status, 'queued')));

/** Runs the jobs that are due by the world's clock. */
export const work = ({ database, context }: BillingWorld): Promise<void> =>
  workOffJobs(database.pool, billingJobs(context));

let count = 0;

export async function makePlan(
  { database }: { database: OpenDatabase },
  plan: { priceCents: number; installments: number },
): Promise<number> {
  count += 1;
  const values = {
    name: `Plan ${count}`,
    tier: 'Pro',
    stripeId: 'price',
    priceCents: plan.priceCents,
  } as const;
  const [row] = await database.db
    .insert(plans)
    .values({ ...values, installmentIntervalsCount: plan.installments })
    .returning();
  return row!.id;
}

export async function makeContractor(
  { database, clock }: { database: OpenDatabase; clock: Clock },
  more: Partial<typeof contractors.$inferInsert> = {},
) {
  count += 1;
  const name = {
    companyName: `Company ${count}`,
    firstName: 'Ann',
    lastName: 'Lee',
    email: `owner-${count}@example.com`,
  };
  const [row] = await database.db
    .insert(contractors)
    .values({ ...name, registeredAt: clock.now(), ...more })
    .returning();
  return row!;
}

/** Gives a contractor a card, replacing the previous one. */
export async function giveCard(
  { database, clock }: BillingWorld,
  contractorId: number,
  expire = { month: 12, year: 2030 },
) {
  count += 1;
  const { db } = database;
  await db
    .insert(gatewayCustomers)
    .values({ contractorId, gateway: 'sandbox', customerId: `cus_${contractorId}` })
    .onConflictDoNothing();
  await db
    .update(cards)
    .set({ replacedAt: clock.now() })
    .where(eq(cards.contractorId, contractorId));
  const kept = {
    paymentMethodId: `pm_${count}`,
    brand: 'visa',
    last4: '4242',
    cardholderName: 'Ann Lee',
    zipCode: '12345',
  };
  const when = { expireMonth: expire.month, expireYear: expire.year, addedAt: clock.now() };
  const [row] = await db
    .insert(cards)
    .values({ contractorId, gateway: 'sandbox', ...kept, ...when })
    .returning();
  return row!;
}

/** A contractor with a card, a started subscription, and a first payment that waits for its job. */
export async function subscribe(
  world: BillingWorld,
  {
    priceCents = 120_000,
    installments = 12,
    discountPercent = 0,
    card = true,
    attended = false,
  } = {},
) {
  const contractor = await makeContractor(world);
  const planId = await makePlan(world, { priceCents, installments });
  if (card) await giveCard(world, contractor.id);
  const begun = await world.database.db.transaction((tx) =>
    startSubscription(tx, world.context, {
      contractorId: contractor.id,
      planId,
      discountPercent,
      attended,
    }),
  );
  return { contractorId: contractor.id, planId, ...begun };
}

/** All billing records of a contractor. */
export async function booksOf({ database: { db } }: BillingWorld, contractorId: number) {
  const own = <
    Table extends
      | typeof payments
      | typeof subscriptions
      | typeof ledgerEntries
      | typeof refunds
      | typeof disputes
      | typeof paymentAttempts,
  >(
    table: Table,
  ) =>
    db
      .select()
      .from(table as typeof payments)
      .where(eq(table.contractorId, contractorId))
      .orderBy(table.id) as unknown as Promise<Table['$inferSelect'][]>;
  const [contractor] = await db.select().from(contractors).where(eq(contractors.id, contractorId));
  return {
    contractor: contractor!,
    subscriptions: await own(subscriptions),
    payments: await own(payments),
    attempts: await own(paymentAttempts),
    refunds: await own(refunds),
    disputes: await own(disputes),
    ledger: await own(ledgerEntries),
  };
}

/** Ends all subscriptions, so that the next test's clock only has its own. */
export async function retireAll({ database: { pool } }: BillingWorld): Promise<void> {
  await pool.query(
    `update subscriptions set state = 'canceled', next_billing_at = null where state <> 'canceled'`,
  );
  await pool.query('update payments set next_try_at = null where next_try_at is not null');
  await pool.query(
    `update payment_attempts set state = 'failed' where state in ('started', 'requires_action')`,
  );
}

/** The number of waiting jobs that attempt a payment. */
export async function waitingTries(
  { database }: BillingWorld,
  paymentId: number | null,
): Promise<number> {
  const { rows } = await database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from graphile_worker.jobs where key = ${`billing:charge:${paymentId}`}`,
  );
  return rows[0]?.count ?? 0;
}
