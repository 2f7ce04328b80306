import { and, asc, desc, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { ProofWay } from '@lintel/contract/identity/sessions';
import type { Database } from '../../../platform/db/connect.ts';
import { appFactors, passkeys, recoveryCodes, sessions, spentChallenges } from '../tables.ts';

export type AppFactorRow = typeof appFactors.$inferSelect;

/** The account's authenticator app, including one that is still being set up. */
export async function findApp(db: Database, userId: number): Promise<AppFactorRow | undefined> {
  const [row] = await db.select().from(appFactors).where(eq(appFactors.userId, userId));
  return row;
}

/** The app that was confirmed last, of any account. */
export async function findNewestApp(db: Database): Promise<AppFactorRow | undefined> {
  const [row] = await db
    .select()
    .from(appFactors)
    .where(isNotNull(appFactors.secretSealed))
    .orderBy(desc(appFactors.confirmedAt))
    .limit(1);
  return row;
}

/** Loads the app with a row lock, so that concurrent codes are checked one at a time. */
export async function lockApp(tx: Database, userId: number): Promise<AppFactorRow | undefined> {
  const [row] = await tx
    .select()
    .from(appFactors)
    .where(eq(appFactors.userId, userId))
    .for('update');
  return row;
}

/** The account's second factors; empty when two-step verification is off. */
export async function selectProofWays(db: Database, userId: number): Promise<ProofWay[]> {
  const { rows } = await db.execute<{ ways: ProofWay[] }>(sql`
    select array_remove(array[
      case when exists (select from passkeys where user_id = ${userId}) then 'passkey' end,
      case when exists (select from app_factors where user_id = ${userId} and confirmed_at is not null) then 'app' end,
      case when exists (select from recovery_codes where user_id = ${userId} and used_at is null) then 'recovery-code' end
    ], null) as ways`);
  const ways = rows[0]?.ways ?? [];
  // Recovery codes alone are not a second factor.
  return ways.some((way) => way !== 'recovery-code') ? ways : [];
}

/**
 * Stores the secret of an app during setup; the current app stays active until the new one is
 * confirmed.
 */
export async function keepNewApp(
  tx: Database,
  app: { userId: number; nextSealed: string; createdAt: Date },
): Promise<void> {
  const { nextSealed } = app;
  await tx
    .insert(appFactors)
    .values(app)
    .onConflictDoUpdate({ target: appFactors.userId, set: { nextSealed } });
}

/** Activates the app that was being set up; `step` is the time step of the confirming code. */
export async function confirmApp(
  tx: Database,
  app: { userId: number; secretSealed: string; step: number; at: Date },
): Promise<void> {
  const { userId, secretSealed, step, at } = app;
  await tx
    .update(appFactors)
    .set({
      secretSealed,
      nextSealed: null,
      createdAt: at,
      confirmedAt: at,
      lastUsedAt: at,
      lastStep: step,
    })
    .where(eq(appFactors.userId, userId));
}

/** Records that a time step's code was used; false when this or a later step was already used. */
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

/** Deletes the app; false if not found. */
export async function deleteApp(tx: Database, userId: number): Promise<boolean> {
  const rows = await tx
    .delete(appFactors)
    .where(eq(appFactors.userId, userId))
    .returning({ confirmedAt: appFactors.confirmedAt });
  return rows.some(({ confirmedAt }) => confirmedAt !== null);
}

/** Deletes all second factors and recovery codes of an account. */
export async function removeAllFactors(tx: Database, userId: number): Promise<void> {
  await deleteApp(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}

export async function deleteRecoveryCodes(tx: Database, userId: number): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Replaces the account's recovery codes. */
export async function replaceRecoveryCodes(
  tx: Database,
  userId: number,
  hashes: readonly string[],
  createdAt: Date,
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash, createdAt })));
}

/** Consumes a recovery code; false when it is wrong or already used. */
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

/** Number of unused recovery codes. */
export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const [row] = await db
    .select({ left: sql<number>`count(*)::int` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

export type PasskeyRow = typeof passkeys.$inferSelect;

/** The account's passkeys, oldest first. */
export const selectPasskeys = (db: Database, userId: number): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));

/** Loads a passkey by its credential id, locked until the transaction ends. */
export async function lockPasskey(
  tx: Database,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId))
    .for('update');
  return row;
}

/** Stores a new passkey; undefined when it already exists. */
export async function insertPasskey(
  tx: Database,
  row: typeof passkeys.$inferInsert,
): Promise<PasskeyRow | undefined> {
  const [stored] = await tx.insert(passkeys).values(row).onConflictDoNothing().returning();
  return stored;
}

const matchesPasskey = (userId: number, id: number) =>
  and(eq(passkeys.userId, userId), eq(passkeys.id, id));

export async function ownsPasskey(db: Database, userId: number, id: number): Promise<boolean> {
  const found = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(matchesPasskey(userId, id));
  return found.length > 0;
}

/** Updates a passkey of the account; undefined when not found. */
export async function setPasskey(
  tx: Database,
  { userId, id }: { userId: number; id: number },
  set: Partial<Pick<PasskeyRow, 'name' | 'counter' | 'lastUsedAt' | 'synced'>>,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx.update(passkeys).set(set).where(matchesPasskey(userId, id)).returning();
  return row;
}

/** The name of a passkey of the account; undefined when not found. */
export async function findPasskeyName(
  tx: Database,
  { userId, id }: { userId: number; id: number },
): Promise<string | undefined> {
  const [row] = await tx
    .select({ name: passkeys.name })
    .from(passkeys)
    .where(matchesPasskey(userId, id));
  return row?.name;
}

/** Deletes a passkey of the account; undefined when not found. */
export async function deletePasskey(
  tx: Database,
  { userId, id }: { userId: number; id: number },
): Promise<PasskeyRow | undefined> {
  const [row] = await tx.delete(passkeys).where(matchesPasskey(userId, id)).returning();
  return row;
}

/** Deletes the passkeys added by a session. */
export async function deleteUserPasskeys(
  tx: Database,
  userId: number,
  sessionId: string,
): Promise<void> {
  const where = and(eq(passkeys.userId, userId), eq(passkeys.sessionId, sessionId));
  await tx.delete(passkeys).where(where);
}

/** Deletes second factors and recovery codes added to the account since a given time. */
export async function deleteFactorsSince(tx: Database, userId: number, since: Date): Promise<void> {
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
  await tx
    .delete(appFactors)
    .where(and(eq(appFactors.userId, userId), gte(appFactors.createdAt, since)));
  await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), gte(recoveryCodes.createdAt, since)));
  if ((await selectProofWays(tx, userId)).length === 0) await deleteRecoveryCodes(tx, userId);
}

/** Consumes a challenge; false when it was already used. */
export async function spendChallenge(
  tx: Database,
  challenge: { hash: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(spentChallenges)
    .values(challenge)
    .onConflictDoNothing()
    .returning({ hash: spentChallenges.hash });
  return rows.length > 0;
}

/** Deletes used challenges that have expired anyway. */
export async function deleteSpentChallenges(db: Database, now: Date): Promise<void> {
  await db.delete(spentChallenges).where(lt(spentChallenges.expiresAt, now));
}

/** Records that a session passed step-up verification. */
export async function setProven(
  db: Database,
  session: { id: string; userId: number; at: Date },
): Promise<void> {
  await db
    .update(sessions)
    .set({ provenAt: session.at })
    .where(and(eq(sessions.id, session.id), eq(sessions.userId, session.userId)));
}

/** Counts active contractor-side accounts, in total and with a second factor. */
export async function countProtected(
  db: Database,
): Promise<{ accounts: number; protected: number }> {
  const { rows } = await db.execute<{ accounts: number; protected: number }>(sql`
    select count(*)::int as accounts, count(*) filter (where
      exists (select from passkeys where user_id = u.id)
      or exists (select from app_factors where user_id = u.id and confirmed_at is not null))::int as protected
    from users u where contractor_id is not null and is_active and removed_at is null`);
  return rows[0] ?? { accounts: 0, protected: 0 };
}
