import { and, asc, count, desc, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import type { listStaff } from '@lintel/contract/identity/staff';
import type { Database } from '../../../platform/db/connect.ts';
import { containing, folded } from '../../../platform/db/folded.ts';
import { administrator } from '../built-in-roles.ts';
import { appFactors, passkeys, roles, userRoles, users } from '../tables.ts';

export type StaffQuery = RequestPart<typeof listStaff, 'query'>;
type UserRow = typeof users.$inferSelect;

export interface StaffRow {
  user: UserRow;
  roles: { id: number; name: string }[];
  factors: ('passkey' | 'app')[];
}

/** Staff accounts, without withdrawn invitations. */
const isStaff = and(sql`kind = 'staff'`, isNull(users.removedAt));

/** Whether any staff account exists, invited and deactivated ones included. */
export async function hasStaff(db: Database): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(isStaff).limit(1);
  return rows.length > 0;
}

/** Active staff accounts, up to two. */
export async function countStaff(db: Database): Promise<number> {
  const active = and(isStaff, users.isActive);
  return (await db.select({ id: users.id }).from(users).where(active).limit(2)).length;
}

/** Makes transactions that create the first account take turns. */
export const lockFirstAccount = (tx: Database): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('first staff account'))`);

// Must match the index expression exactly, or the planner won't use it.
const fullName = sql`lower(firstname || ' ' || lastname)`;

// Qualified with its table, because the subquery's columns have the same name.
const accountId = sql.raw('"users"."id"');

const hasPasskey = sql`exists (select from ${passkeys} k where k.user_id = ${accountId})`;
const hasApp = sql`exists (
  select from ${appFactors} f where f.user_id = ${accountId} and f.confirmed_at is not null)`;
const hasFactor = sql`(${hasPasskey} or ${hasApp})`;
const factorsHeld = sql<StaffRow['factors']>`array_remove(array[
  case when ${hasPasskey} then 'passkey' end, case when ${hasApp} then 'app' end], null)`;

const rolesHeld = sql<StaffRow['roles']>`coalesce((
  select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.id)
  from ${userRoles} h join ${roles} r on r.id = h.role_id where h.user_id = ${accountId}), '[]')`;

const isStatus: Record<'active' | 'invited' | 'deactivated', SQL> = {
  active: sql`${users.isActive} and ${users.confirmedAt} is not null`,
  invited: sql`${users.isActive} and ${users.confirmedAt} is null`,
  deactivated: sql`not ${users.isActive}`,
};

const staffCondition = ({ search, role, status, factor }: StaffQuery['filters']): SQL | undefined =>
  and(
    isStaff,
    search === ''
      ? undefined
      : or(
          sql`${folded(fullName)} like ${containing(search)}`,
          sql`${folded(users.email)} like ${containing(search)}`,
        ),
    role === undefined
      ? undefined
      : sql`exists (select from ${userRoles} h where h.user_id = ${accountId} and h.role_id = ${role})`,
    status === '' ? undefined : isStatus[status],
    factor === '' ? undefined : factor === 'with' ? hasFactor : sql`not ${hasFactor}`,
  );

const orderColumns = {
  name: fullName,
  email: sql`lower(${users.email})`,
  // Accounts that never signed in sort with the longest absent.
  lastSeen: sql`coalesce(${users.lastSeenAt}, timestamptz '-infinity')`,
};

const fields = { user: users, roles: rolesHeld, factors: factorsHeld };

/** A page of staff accounts and their total. */
export async function selectStaff(
  db: Database,
  { page, limit, order, filters }: StaffQuery,
): Promise<{ rows: StaffRow[]; total: number }> {
  const where = staffCondition(filters);
  const direction = order.descending ? desc : asc;
  const [rows, [all]] = await Promise.all([
    db
      .select(fields)
      .from(users)
      .where(where)
      .orderBy(direction(orderColumns[order.field]), direction(users.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(users).where(where),
  ]);
  return { rows, total: all?.total ?? 0 };
}

export async function findStaff(db: Database, id: number): Promise<StaffRow | undefined> {
  const [row] = await db
    .select(fields)
    .from(users)
    .where(and(isStaff, eq(users.id, id)));
  return row;
}

/** Loads one staff account and locks it until the transaction ends. */
export async function lockStaffAccount(tx: Database, id: number): Promise<StaffRow | undefined> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  return findStaff(tx, id);
}

/**
 * Serializes changes of staff accounts and roles, so that each sees the effects of the previous
 * one, such as the last administrator and the caller's current privileges.
 */
export async function lockChanges(tx: Database): Promise<void> {
  const anchor = eq(roles.id, administrator);
  await tx.select({ id: roles.id }).from(roles).where(anchor).for('no key update');
}

/** Replaces an account's roles. */
export async function replaceRoles(
  tx: Database,
  userId: number,
  roleIds: readonly number[],
): Promise<void> {
  await tx.delete(userRoles).where(eq(userRoles.userId, userId));
  if (roleIds.length > 0)
    await tx.insert(userRoles).values(roleIds.map((roleId) => ({ userId, roleId })));
}

/** Administrators who can sign in, except one account. */
export const administratorsBut = (db: Database, userId: number) =>
  db
    .select({
      id: users.id,
      email: users.email,
      firstname: users.firstname,
      lastname: users.lastname,
      contractorId: users.contractorId,
    })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(isStaff, isStatus.active, eq(userRoles.roleId, administrator), ne(users.id, userId)))
    .orderBy(asc(users.id));

/** Staff accounts that can sign in and have one of these roles. */
export const holdersOf = (db: Database, roleIds: readonly number[]) =>
  db
    .selectDistinct({
      id: users.id,
      email: users.email,
      firstname: users.firstname,
      lastname: users.lastname,
      contractorId: users.contractorId,
    })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(isStaff, isStatus.active, inArray(userRoles.roleId, [...roleIds])))
    .orderBy(asc(users.id));
