import { and, asc, count, desc, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Received } from '@lintel/contract/core/endpoint';
import type { listStaff } from '@lintel/contract/identity/staff';
import type { Database } from '../../../platform/db/connect.ts';
import { containing, folded } from '../../../platform/db/folded.ts';
import { administrator } from '../built-in-roles.ts';
import { appFactors, passkeys, roles, userRoles, users } from '../tables.ts';

export type StaffQuery = Received<typeof listStaff, 'query'>;
type UserRow = typeof users.$inferSelect;

export interface StaffRow {
  user: UserRow;
  roles: { id: number; name: string }[];
  factors: ('passkey' | 'app')[];
}

/** The staff accounts that there are; a withdrawn invitation is none. */
const isStaff = and(sql`kind = 'staff'`, isNull(users.removedAt));

// As in the index, which the planner uses only for the very same expression.
const fullName = sql`lower(firstname || ' ' || lastname)`;

// With its table: the columns of a subquery have the same name.
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

const conditionsOf = ({ search, role, status, factor }: StaffQuery['filters']): SQL | undefined =>
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
  // Whoever was never there stands with those who were there longest ago.
  lastSeen: sql`coalesce(${users.lastSeenAt}, timestamptz '-infinity')`,
};

const fields = { user: users, roles: rolesHeld, factors: factorsHeld };

/** A page of the staff accounts, and how many there are. */
export async function selectStaff(
  db: Database,
  { page, limit, order, filters }: StaffQuery,
): Promise<{ rows: StaffRow[]; total: number }> {
  const where = conditionsOf(filters);
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

/** One staff account. */
export async function findStaff(db: Database, id: number): Promise<StaffRow | undefined> {
  const [row] = await db
    .select(fields)
    .from(users)
    .where(and(isStaff, eq(users.id, id)));
  return row;
}

/** The same, its account locked until the transaction ends. */
export async function lockStaffAccount(tx: Database, id: number): Promise<StaffRow | undefined> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  return findStaff(tx, id);
}

/**
 * Changes of staff accounts and of roles wait for one another, so that each sees what the one before
 * has done: the last administrator, and what whoever asks may do by now.
 */
export async function lockChanges(tx: Database): Promise<void> {
  const anchor = eq(roles.id, administrator);
  await tx.select({ id: roles.id }).from(roles).where(anchor).for('no key update');
}

/** Puts other roles in the place of those of an account. */
export async function replaceRoles(
  tx: Database,
  userId: number,
  roleIds: readonly number[],
): Promise<void> {
  await tx.delete(userRoles).where(eq(userRoles.userId, userId));
  if (roleIds.length > 0)
    await tx.insert(userRoles).values(roleIds.map((roleId) => ({ userId, roleId })));
}

/** The administrators who can sign in, but for one account. */
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

/** The staff accounts that can sign in and hold one of these roles. */
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
