import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { accountLinks, sessions, users } from './tables.ts';

export type LinkPurpose = typeof accountLinks.$inferSelect.purpose;

type UserRow = typeof users.$inferSelect;

/** An account by its id, whatever its state. */
export async function findUser(db: Database, userId: number): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  return row;
}

/** Makes an account; undefined when its e-mail is used. */
export async function insertUser(
  db: Database,
  user: typeof users.$inferInsert,
): Promise<UserRow | undefined> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
  return row;
}

/** Whether an account has this e-mail. */
export async function isEmailUsed(db: Database, email: string): Promise<boolean> {
  const where = and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.removedAt));
  return (await db.select({ id: users.id }).from(users).where(where)).length > 0;
}

export async function setUser(
  db: Database,
  userId: number,
  change: Partial<typeof users.$inferInsert>,
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, userId));
}

/** Ends an account's sessions, but for the one that is kept. */
export async function endSessionsOf(
  db: Database,
  userId: number,
  ending: { reason: string; at: Date; except?: string },
): Promise<void> {
  const others = ending.except === undefined ? undefined : ne(sessions.id, ending.except);
  await db
    .update(sessions)
    .set({ endedAt: ending.at, endReason: ending.reason, switchedUserId: null, switchedAt: null })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), others));
}

/** Makes an account's open links of these purposes unusable. */
export async function voidLinks(
  tx: Database,
  userId: number,
  purposes: readonly LinkPurpose[],
  at: Date,
): Promise<void> {
  await tx
    .update(accountLinks)
    .set({ usedAt: at })
    .where(
      and(
        eq(accountLinks.userId, userId),
        inArray(accountLinks.purpose, [...purposes]),
        isNull(accountLinks.usedAt),
      ),
    );
}
