import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { appFactors, recoveryCodes } from './tables.ts';

export type AppFactorRow = typeof appFactors.$inferSelect;

/** The authenticator app of an account, also one that is still being set up. */
export async function findApp(db: Database, userId: number): Promise<AppFactorRow | undefined> {
  const [row] = await db.select().from(appFactors).where(eq(appFactors.userId, userId));
  return row;
}

/** The same, locked until the transaction ends: two codes that come together take turns. */
export async function lockApp(tx: Database, userId: number): Promise<AppFactorRow | undefined> {
  const [row] = await tx
    .select()
    .from(appFactors)
    .where(eq(appFactors.userId, userId))
    .for('update');
  return row;
}

/** Whether the account is signed in to in two steps. */
export async function hasApp(db: Database, userId: number): Promise<boolean> {
  const confirmed = and(eq(appFactors.userId, userId), isNotNull(appFactors.confirmedAt));
  return (
    (await db.select({ at: appFactors.confirmedAt }).from(appFactors).where(confirmed)).length > 0
  );
}

/** Keeps a new secret in the place of one that was never confirmed; false when one was. */
export async function keepNewApp(
  tx: Database,
  app: { userId: number; secretSealed: string; createdAt: Date },
): Promise<boolean> {
  const { secretSealed, createdAt } = app;
  const rows = await tx
    .insert(appFactors)
    .values(app)
    .onConflictDoUpdate({
      target: appFactors.userId,
      set: { secretSealed, createdAt, lastStep: null },
      setWhere: isNull(appFactors.confirmedAt),
    })
    .returning({ userId: appFactors.userId });
  return rows.length > 0;
}

export async function confirmApp(tx: Database, userId: number, at: Date): Promise<void> {
  await tx.update(appFactors).set({ confirmedAt: at }).where(eq(appFactors.userId, userId));
}

/** Notes that the code of a time step was used; false when it, or a later one, was used before. */
export async function spendStep(
  tx: Database,
  used: { userId: number; step: number; at: Date },
): Promise<boolean> {
  const unused = or(isNull(appFactors.lastStep), lt(appFactors.lastStep, used.step));
  const rows = await tx
    .update(appFactors)
    .set({ lastStep: used.step, lastUsedAt: used.at })
    .where(and(eq(appFactors.userId, used.userId), unused))
    .returning({ userId: appFactors.userId });
  return rows.length > 0;
}

/** Takes the app and the recovery codes away; false when there was no app. */
export async function deleteApp(tx: Database, userId: number): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const rows = await tx
    .delete(appFactors)
    .where(eq(appFactors.userId, userId))
    .returning({ confirmedAt: appFactors.confirmedAt });
  return rows.some(({ confirmedAt }) => confirmedAt !== null);
}

/** Puts new recovery codes in the place of those before. */
export async function replaceRecoveryCodes(
  tx: Database,
  userId: number,
  hashes: readonly string[],
  createdAt: Date,
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash, createdAt })));
}

/** Uses a recovery code up; false when it is none of the account's, or was used before. */
export async function spendRecoveryCode(
  tx: Database,
  used: { userId: number; hash: string; at: Date },
): Promise<boolean> {
  const one = and(eq(recoveryCodes.userId, used.userId), eq(recoveryCodes.hash, used.hash));
  const rows = await tx
    .update(recoveryCodes)
    .set({ usedAt: used.at })
    .where(and(one, isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

/** How many recovery codes of an account were not used yet. */
export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const [row] = await db
    .select({ left: sql<number>`count(*)::int` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
