import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Role } from '@lintel/contract/billing/plans';
import type { Privilege } from '@lintel/contract/core/access';
import { isOpen, listLinksByPart } from '../../platform/access-links/index.ts';
import type { Database } from '../../platform/db/connect.ts';
import { containing } from '../../platform/db/folded.ts';
import type { AccountKind } from '../../platform/http/caller.ts';
import { refreshTokens, rolePrivileges, roles, sessions, userRoles, users } from './tables.ts';

/** Finds an account by e-mail address, in any letter case. */
export async function findUserByEmail(db: Database, email: string) {
  const [row] = await db
    .select()
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, isNull(users.removedAt)));
  return row;
}

export async function insertSession(
  db: Database,
  session: typeof sessions.$inferInsert,
): Promise<void> {
  await db.insert(sessions).values(session);
}

export async function findSession(db: Database, id: string) {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, id));
  return session;
}

export async function insertRefreshToken(
  db: Database,
  token: typeof refreshTokens.$inferInsert,
): Promise<void> {
  await db.insert(refreshTokens).values(token);
}

/** The session of a refresh token. */
export async function findSessionByToken(db: Database, hash: string): Promise<string | undefined> {
  const where = eq(refreshTokens.hash, hash);
  const [row] = await db
    .select({ sessionId: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(where);
  return row?.sessionId;
}

/**
 * A refresh token with its session, both locked until the transaction ends, so that two tabs
 * refresh one at a time.
 */
export async function lockRefreshToken(db: Database, hash: string) {
  const [row] = await db
    .select({ token: refreshTokens, session: sessions })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, hash))
    .for('update');
  return row;
}

export async function markTokenUsed(db: Database, hash: string, at: Date): Promise<void> {
  await db.update(refreshTokens).set({ usedAt: at }).where(eq(refreshTokens.hash, hash));
}

export async function touchSession(
  db: Database,
  session: { id: string; userId: number; at: Date },
): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: session.at }).where(eq(sessions.id, session.id));
  await db.update(users).set({ lastSeenAt: session.at }).where(eq(users.id, session.userId));
}

/** Ends a session; one that already ended keeps its first reason. */
export async function endSession(
  db: Database,
  sessionId: string,
  reason: string,
  at: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: at, endReason: reason, switchedUserId: null, switchedAt: null })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
}

export async function setSwitchedUser(
  db: Database,
  sessionId: string,
  userId: number | null,
  at: Date | null,
): Promise<void> {
  await db
    .update(sessions)
    .set({ switchedUserId: userId, switchedAt: at })
    .where(eq(sessions.id, sessionId));
}

type UserRow = typeof users.$inferSelect;

/** Finds an account by id, in any state. */
export async function findUser(db: Database, userId: number): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  return row;
}

/** An account, locked until the transaction ends. */
export async function lockUser(tx: Database, userId: number): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  return row;
}

/**
 * Whether an account is still active with this password; locks its row until the transaction ends.
 */
export async function lockUnchanged(
  tx: Database,
  { id, passwordHash }: { id: number; passwordHash: string | null },
): Promise<boolean> {
  const same = and(
    eq(users.id, id),
    eq(users.isActive, true),
    eq(users.passwordHash, passwordHash ?? ''),
  );
  const found = await tx.select({ id: users.id }).from(users).where(same).for('update');
  return found.length > 0;
}

/** Creates an account; undefined when its e-mail is in use or reserved for another account. */
export async function insertUser(
  db: Database,
  user: typeof users.$inferInsert,
): Promise<UserRow | undefined> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
  // Check afterward: the insert waits for an uncommitted change of the e-mail.
  if (row === undefined || !(await isEmailReserved(db, row.email, row.id, row.createdAt)))
    return row;
  await db.delete(users).where(eq(users.id, row.id));
  return undefined;
}

/** Whether an account uses this e-mail or can still restore it. */
export async function isEmailUsed(db: Database, email: string, now: Date): Promise<boolean> {
  const where = and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.removedAt));
  const found = await db.select({ id: users.id }).from(users).where(where);
  return found.length > 0 || isEmailReserved(db, email, null, now);
}

/**
 * Whether an account other than `userId` can still restore this e-mail by a link. Until then the
 * address is reserved, or a thief could keep it from its owner.
 */
export async function isEmailReserved(
  db: Database,
  email: string,
  userId: number | null,
  now: Date,
): Promise<boolean> {
  const links = await listLinksByPart(db, 'restore-email', email.toLowerCase());
  return links.some((link) => isOpen(link, now) && link.subject !== String(userId));
}

export async function setUser(
  db: Database,
  userId: number,
  change: Partial<typeof users.$inferInsert>,
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, userId));
}

/** Ends an account's sessions, except the one to keep. */
export async function endUserSessions(
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

/**
 * The contractor's people with access to its applications: owner, Full team users, and Limited ones
 * with that section.
 */
export async function applicationContacts(db: Database, contractorId: number) {
  const mayRead = or(
    eq(users.kind, 'owner'),
    eq(users.teamAccess, 'Full'),
    sql`'reports-applications' = any(${users.teamResources})`,
  );
  return db
    .select({
      userId: users.id,
      email: users.email,
      firstname: users.firstname,
      lastname: users.lastname,
    })
    .from(users)
    .where(
      and(
        eq(users.contractorId, contractorId),
        eq(users.isActive, true),
        isNotNull(users.confirmedAt),
        mayRead,
      ),
    )
    .orderBy(asc(users.id));
}

/** Full names by account id, including deactivated accounts. */
export async function fullNames(
  db: Database,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  return new Map(
    rows.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`.trim()]),
  );
}

/** The active staff accounts with a privilege. */
export const staffHolding = (db: Database, { resource, code }: Privilege) =>
  db
    .selectDistinct({
      id: users.id,
      firstname: users.firstname,
      lastname: users.lastname,
      email: users.email,
    })
    .from(rolePrivileges)
    .innerJoin(userRoles, eq(userRoles.roleId, rolePrivileges.roleId))
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(
      and(
        eq(rolePrivileges.resource, resource),
        eq(rolePrivileges.code, code),
        eq(users.kind, 'staff'),
        users.isActive,
        isNull(users.removedAt),
      ),
    )
    .orderBy(users.id);
/** A person who has or had an account. */
export interface Person {
  id: number;
  name: string;
  email: string;
  kind: AccountKind;
  contractorId: number | null;
}

const personFields = {
  id: users.id,
  name: sql<string>`btrim(${users.firstname} || ' ' || ${users.lastname})`,
  email: users.email,
  kind: users.kind,
  contractorId: users.contractorId,
};

/** The people with these ids, including removed ones. */
export async function peopleWithIds(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(personFields)
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

// Must match the trigram index expression exactly, or the planner won't use it.
const searchable = sql`fold_search(firstname || ' ' || lastname || ' ' || email)`;

/** People whose name or e-mail matches these words, staff first. */
export const findPeople = (db: Database, search: string, limit: number): Promise<Person[]> =>
  db
    .select(personFields)
    .from(users)
    .where(sql`${searchable} like ${containing(search)}`)
    .orderBy(asc(users.kind), sql`lower(firstname || ' ' || lastname)`, asc(users.id))
    .limit(limit);

/** Ids of all accounts that have this e-mail, or had it when they were removed. */
export async function accountsWithEmail(db: Database, email: string): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${searchable} like ${containing(` ${email}`)} and lower(${users.email}) = ${email.toLowerCase()}`,
    )
    .limit(100);
  return rows.map(({ id }) => id);
}

/** Staff privileges are those on the Manage area's resources and every `manage_` code. */
const forStaff = sql<boolean>`coalesce(bool_or(
  ${rolePrivileges.resource} like 'manage-%' or ${rolePrivileges.resource} = 'pre-prod'
  or ${rolePrivileges.code} like ${String.raw`manage\_%`}), false) or ${roles.audience} = 'staff'`;

/** Every role by id, and whether it is for staff only. */
export const allRoles = (db: Database): Promise<Role[]> =>
  db
    .select({ id: roles.id, localRole: roles.localRole, name: roles.name, staffOnly: forStaff })
    .from(roles)
    .leftJoin(rolePrivileges, eq(rolePrivileges.roleId, roles.id))
    .groupBy(roles.id)
    .orderBy(asc(roles.id));

/** Locks these roles against changes and deletion until the transaction ends. */
export async function holdRoles(tx: Database, ids: readonly number[]): Promise<void> {
  const held = inArray(roles.id, [...ids]);
  await tx.select({ id: roles.id }).from(roles).where(held).orderBy(asc(roles.id)).for('share');
}
