import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from '../contractors/tables.ts';
import { payments, subscriptions } from './payment-tables.ts';
import { signUps } from './sign-up-tables.ts';
import { plans } from './tables.ts';

export type SignUpRow = typeof signUps.$inferSelect;

export async function findSignUp(db: Database, tokenHash: string): Promise<SignUpRow | undefined> {
  const [row] = await db.select().from(signUps).where(eq(signUps.tokenHash, tokenHash));
  return row;
}

/** False when a sign-up with this token was begun meanwhile. */
export async function insertSignUp(tx: Database, values: typeof signUps.$inferInsert): Promise<boolean> {
  const made = await tx.insert(signUps).values(values).onConflictDoNothing().returning({ tokenHash: signUps.tokenHash });
  return made.length > 0;
}

/** There is nothing to pay: the sign-up is over. */
export async function finishSignUp(tx: Database, tokenHash: string, at: Date): Promise<void> {
  await tx.update(signUps).set({ finishedAt: at }).where(eq(signUps.tokenHash, tokenHash));
}

/** Whether the contractor signed up for a plan that costs nothing. */
export async function hasFinishedSignUp(db: Database, contractorId: number): Promise<boolean> {
  const where = and(eq(signUps.contractorId, contractorId), isNotNull(signUps.finishedAt));
  return (await db.select({ tokenHash: signUps.tokenHash }).from(signUps).where(where).limit(1)).length > 0;
}

/** What a visitor may see of the own sign-up: the contractor and its plan. */
export async function readApplicant(db: Database, contractorId: number) {
  const [row] = await db
    .select({
      companyName: contractors.companyName,
      email: contractors.email,
      paymentStatus: contractors.paymentStatus,
      ownerId: contractors.ownerId,
      planName: plans.name,
    })
    .from(contractors)
    .leftJoin(plans, eq(plans.id, contractors.planId))
    .where(eq(contractors.id, contractorId));
  if (row === undefined) throw new Error(`No contractor ${contractorId}`);
  return row;
}

/** The first payment of the newest subscription, unless nobody has to make it any more. */
export async function findFirstPayment(db: Database, contractorId: number) {
  const [row] = await db
    .select({ payment: payments, subscription: subscriptions })
    .from(payments)
    .innerJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .where(
      and(eq(payments.contractorId, contractorId), eq(payments.term, 1), eq(payments.installment, 1), isNull(payments.voidedAt)),
    )
    .orderBy(desc(payments.id))
    .limit(1);
  return row;
}
