import { pino, type Logger } from 'pino';
import { and, eq, sql } from 'drizzle-orm';
import { testCards } from '@lintel/contract/billing/test-cards';
import { billAllDue } from '../domains/billing/subscriptions/bill-due.ts';
import { putCard } from '../domains/billing/cards/repository.ts';
import { chargeDue } from '../domains/billing/charging/charging.ts';
import { ensureCustomer } from '../domains/billing/cards/cards.ts';
import { sandboxSecret, type PaymentGateway } from '../domains/billing/index.ts';
import { sandboxGateway } from '../domains/billing/gateway/sandbox.ts';
import { commissionListeners } from '../domains/commissions/index.ts';
import { messages } from '../domains/messaging/queue/tables.ts';
import { payoutListeners } from '../domains/payouts/index.ts';
import { Events } from '../platform/events.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/db/connect.ts';

/** A clock that the simulation advances. */
class StoryClock {
  at = new Date(0);
  now(): Date {
    return this.at;
  }
}

/**
 * Billing in the past: with the sandbox gateway, a simulated clock, and cards that are sometimes
 * declined.
 */
export interface Past {
  db: Database;
  clock: StoryClock;
  context: Context;
  /** Contractors whose cards are currently declined. */
  broke: Set<number>;
}

/** The simulated past must be free of errors: a warning stops seeding. */
export const strictLog: Logger = pino(
  { level: 'warn' },
  {
    write: (line) => {
      throw new Error(line);
    },
  },
);

/** Opens the past in the caller's transaction. */
export function openPast(context: Context): Past {
  const { db, config, keys } = context;
  const { publicUrl } = config;
  const clock = new StoryClock();
  const broke = new Set<number>();
  const sandbox = sandboxGateway({ db, clock, publicUrl, secret: sandboxSecret(keys) });
  const insufficient = {
    failureCode: 'insufficient_funds',
    failureMessage: 'The card has insufficient funds.',
  };
  const gateway: PaymentGateway = {
    ...sandbox,
    charge: async (request) => {
      if (!broke.has(Number(request.metadata['contractor']))) return sandbox.charge(request);
      const { amountCents, metadata } = request;
      const id = `pi_sandbox_${request.idempotencyKey.replace(/\W/g, '')}`;
      const base = {
        id,
        amountCents,
        metadata,
        refundedCents: 0,
        redirectUrl: null,
        createdAt: clock.now(),
      };
      return { ...base, ...insufficient, status: 'failed' };
    },
  };
  const events = new Events();
  const past = { ...context, clock, gateway, events, emit: events.emit, log: strictLog };
  events.listen(payoutListeners(past));
  events.listen(commissionListeners(past));
  return { db, clock, broke, context: past };
}

/** Gives a contractor a card of a brand at the simulated time. */
export async function addCard(
  { db, clock, context }: Past,
  contractorId: number,
  card: { brand: string; holder: string; zip: string; expireMonth: number; expireYear: number },
): Promise<void> {
  const { brand, holder: name, zip, expireMonth, expireYear } = card;
  const number =
    testCards.find((one) => one.brand === brand && 'charged' in one.behavior)?.number ?? '';
  const customerId = await ensureCustomer(context, contractorId, '');
  const details = {
    number,
    cvc: brand === 'amex' ? '1234' : '123',
    expireMonth,
    expireYear,
    name,
    zip,
  };
  const { id: paymentMethodId, ...kept } = await context.gateway.attachCard(
    customerId,
    { details },
    `demo:card:${contractorId}`,
  );
  const stored = {
    ...kept,
    paymentMethodId,
    contractorId,
    gateway: context.gateway.name,
    addedAt: clock.now(),
  };
  await putCard(db, { ...stored, cardholderName: name, zipCode: zip });
}

/** Advances the clock to `moment` and runs everything scheduled until then, each at its time. */
export async function passUntil(past: Past, moment: Date): Promise<void> {
  for (let next = await nextDue(past, moment); next !== null; next = await nextDue(past, moment)) {
    // Overdue work runs now.
    if (next > past.clock.at) past.clock.at = next;
    await billAllDue(past.context);
    for (const id of await dueTries(past)) await chargeDue(past.context, id);
  }
  past.clock.at = moment;
  // Announces upcoming payments.
  await billAllDue(past.context);
}

/** The next scheduled time, at most `until`; null when nothing is scheduled. */
async function nextDue({ db }: Past, until: Date): Promise<Date | null> {
  const { rows } = await db.execute<{ next: string | null }>(sql`
    select min(at)::text as next from (
      select min(next_billing_at) as at from subscriptions where state in ('active', 'past_due')
      union all select min(next_try_at) from payments where voided_at is null) as due
    where at <= ${until.toISOString()}::timestamptz`);
  const next = rows[0]?.next ?? null;
  return next === null ? null : new Date(next);
}

async function dueTries({ db, clock }: Past): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from payments where voided_at is null and next_try_at <= ${clock.now().toISOString()}::timestamptz order by id`);
  return rows.map(({ id }) => id);
}

/** Deletes the jobs and e-mails that the past has queued. */
export async function deleteQueued(db: Database): Promise<void> {
  await db.execute(sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier like 'billing.%' or task_identifier in ('emails.send', 'applications.check-notices')))`);
  await db
    .delete(messages)
    .where(and(eq(messages.channel, 'email'), eq(messages.status, 'queued')));
}
