import { and, asc, eq, isNotNull, or, sql, inArray } from 'drizzle-orm';
import type { Role } from '@lintel/contract/billing/plans';
import type { Database } from '../../platform/db/connect.ts';
import { users, rolePrivileges, roles } from './tables.ts';

/**
 * The people of a contractor who may read its applications: owner, Full team users, and Limited
 * ones with that section.
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

/** The full names of accounts by their id, also of those that are no longer active. */
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

/** Staff's privileges are those on the Manage area's resources, and every `manage_` code. */
const forStaff = sql<boolean>`coalesce(bool_or(
  ${rolePrivileges.resource} like 'manage-%' or ${rolePrivileges.code} like ${String.raw`manage\_%`}), false)`;

/** Every role by its id, and whether only staff may hold it. */
export const allRoles = (db: Database): Promise<Role[]> =>
  db
    .select({ id: roles.id, localRole: roles.localRole, name: roles.name, staffOnly: forStaff })
    .from(roles)
    .leftJoin(rolePrivileges, eq(rolePrivileges.roleId, roles.id))
    .groupBy(roles.id)
    .orderBy(asc(roles.id));
