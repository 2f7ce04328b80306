import { and, desc, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { contractors } from '../../contractors/tables.ts';
import { payments } from '../payments/tables.ts';
import { plans } from '../plans/tables.ts';
import { subscriptions } from '../subscriptions/tables.ts';
import { signUps, type SignUpOutcome } from './tables.ts';

export type SignUpRow = typeof signUps.$inferSelect;

export async function findSignUp(db: Database, tokenHash: string): Promise<SignUpRow | undefined> {
  const [row] = await db
    .select({ signUp: signUps, known: contractors.email })
    .from(signUps)
    .leftJoin(contractors, eq(contractors.id, signUps.contractorId))
    .where(eq(signUps.tokenHash, tokenHash));
  return row && { ...row.signUp, email: row.signUp.email || (row.known ?? '') };
}

/** Returns false when a parallel call has already inserted a sign-up with this token. */
export async function insertSignUp(
  tx: Database,
  values: typeof signUps.$inferInsert,
): Promise<boolean> {
  const made = await tx
    .insert(signUps)
    .values(values)
    .onConflictDoNothing()
    .returning({ tokenHash: signUps.tokenHash });
  return made.length > 0;
}

export async function updateSignUp(
  tx: Database,
  tokenHash: string,
  values: Partial<SignUpRow>,
): Promise<void> {
  await tx.update(signUps).set(values).where(eq(signUps.tokenHash, tokenHash));
}

/** Stores an attempt's outcome, unless another attempt began since. */
export async function closeSignUpAttempt(
  db: Database,
  { tokenHash, attempt }: Pick<SignUpRow, 'tokenHash' | 'attempt'>,
  outcome: SignUpOutcome | null,
): Promise<void> {
  const own = and(eq(signUps.tokenHash, tokenHash), eq(signUps.attempt, attempt));
  await db.update(signUps).set({ busySince: null, outcome }).where(own);
}

/** Ends the other unfinished sign-ups of an e-mail and its contractor. */
export async function endOthers(
  tx: Database,
  {
    tokenHash,
    email,
    contractorId,
    at,
  }: { tokenHash: string; email: string; contractorId: number | null; at: Date },
): Promise<void> {
  const waiting = and(isNull(signUps.contractorId), eq(sql`lower(${signUps.email})`, email));
  const same =
    contractorId === null ? waiting : or(waiting, eq(signUps.contractorId, contractorId));
  await tx
    .update(signUps)
    .set({ endedAt: at })
    .where(
      and(
        same,
        ne(signUps.tokenHash, tokenHash),
        isNull(signUps.endedAt),
        isNull(signUps.finishedAt),
      ),
    );
}

/** Whether the contractor signed up for a free plan. */
export async function hasFinishedSignUp(db: Database, contractorId: number): Promise<boolean> {
  const where = and(eq(signUps.contractorId, contractorId), isNotNull(signUps.finishedAt));
  return (
    (await db.select({ tokenHash: signUps.tokenHash }).from(signUps).where(where).limit(1)).length >
    0
  );
}

/** The contractor columns that determine a sign-up's state. */
export async function readApplicant(db: Database, contractorId: number) {
  const { email, ownerId, paymentStatus } = contractors;
  const [row] = await db
    .select({ email, ownerId, paymentStatus })
    .from(contractors)
    .where(eq(contractors.id, contractorId));
  if (row === undefined) throw new Error(`No contractor ${contractorId}`);
  return row;
}

/** The plan that a sign-up ordered; before any order, the last one it named. */
export async function orderedPlanName(
  db: Database,
  { contractorId, subscriptionId, planName }: SignUpRow,
): Promise<string> {
  if (contractorId === null || subscriptionId === null) return planName;
  const [ordered] = await db
    .select({ planId: subscriptions.planId })
    .from(subscriptions)
    .where(and(eq(subscriptions.contractorId, contractorId), eq(subscriptions.id, subscriptionId)));
  if (ordered === undefined) return planName;
  const [row] = await db
    .select({ name: plans.name })
    .from(plans)
    .where(eq(plans.id, ordered.planId));
  return row?.name ?? planName;
}

const isFirst = and(eq(payments.term, 1), eq(payments.installment, 1));

/** The first payment of the newest subscription, unless it is no longer owed. */
export async function findFirstPayment(db: Database, contractorId: number) {
  const [row] = await db
    .select({ payment: payments, subscription: subscriptions })
    .from(payments)
    .innerJoin(
      subscriptions,
      and(
        eq(subscriptions.contractorId, payments.contractorId),
        eq(subscriptions.id, payments.subscriptionId),
      ),
    )
    .where(and(eq(payments.contractorId, contractorId), isFirst, isNull(payments.voidedAt)))
    .orderBy(desc(payments.id))
    .limit(1);
  return row;
}

/** The first payment of a contractor's subscription. */
export async function findSignUpPayment(
  db: Database,
  contractorId: number,
  subscriptionId: number,
) {
  const own = and(
    eq(payments.contractorId, contractorId),
    eq(payments.subscriptionId, subscriptionId),
  );
  const [row] = await db.select().from(payments).where(and(own, isFirst));
  return row;
}

/** Deletes sign-ups that waited for a link. */
export async function sweepWaiting(db: Database, since: Date): Promise<void> {
  await db.delete(signUps).where(and(isNull(signUps.contractorId), lt(signUps.startedAt, since)));
}
