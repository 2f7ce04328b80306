import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Privilege } from '@lintel/contract/core/access';
import {
  findPrivilegeKey,
  getPrivilege,
  type PrivilegeKey,
} from '@lintel/contract/identity/privileges';
import type { Database } from '../../../platform/db/connect.ts';
import { planRoles, plans } from '../../billing/plans/tables.ts';
import { rolePrivileges, roles, userRoles, users } from '../tables.ts';

type RoleRow = typeof roles.$inferSelect;
export type StoredRole = RoleRow & { privileges: PrivilegeKey[] };

// Qualified with its table, because the subquery's columns have the same name.
const roleId = sql.raw('"roles"."id"');

const pairs = sql<Privilege[]>`coalesce((
  select json_agg(json_build_object('resource', p.resource, 'code', p.code) order by p.resource, p.code)
  from ${rolePrivileges} p where p.role_id = ${roleId}), '[]')`;

/** Drops pairs from earlier releases, which grant nothing. */
const toRole = ({ role, held }: { role: RoleRow; held: Privilege[] }): StoredRole => ({
  ...role,
  privileges: held.map(findPrivilegeKey).filter((key) => key !== null),
});

/** All roles with their privileges, or those with these ids. */
export async function selectRoles(db: Database, ids?: readonly number[]): Promise<StoredRole[]> {
  const rows = await db
    .select({ role: roles, held: pairs })
    .from(roles)
    .where(ids && inArray(roles.id, [...ids]))
    .orderBy(asc(roles.id));
  return rows.map(toRole);
}

interface RoleName {
  id: number;
  name: string;
}

/** Staff accounts by role, including deactivated ones, ordered by name. */
export async function selectHolders(db: Database): Promise<Map<number, RoleName[]>> {
  const rows = await db
    .select({
      roleId: userRoles.roleId,
      id: users.id,
      name: sql<string>`btrim(${users.firstname} || ' ' || ${users.lastname})`,
    })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(users.kind, 'staff'), isNull(users.removedAt)))
    .orderBy(sql`lower(${users.firstname} || ' ' || ${users.lastname})`, asc(users.id));
  return groupedByRole(rows);
}

/** Payment plans by role. */
export async function selectRolePlans(db: Database): Promise<Map<number, RoleName[]>> {
  const rows = await db
    .select({ roleId: planRoles.roleId, id: plans.id, name: plans.name })
    .from(planRoles)
    .innerJoin(plans, eq(plans.id, planRoles.planId))
    .orderBy(asc(plans.id));
  return groupedByRole(rows);
}

const groupedByRole = (
  rows: readonly (RoleName & { roleId: number })[],
): Map<number, RoleName[]> => {
  const groups = new Map<number, RoleName[]>();
  for (const { roleId, id, name } of rows)
    groups.set(roleId, [...(groups.get(roleId) ?? []), { id, name }]);
  return groups;
};

/** Loads a role, locked until the transaction ends, so that no plan is given it concurrently. */
export async function lockRole(tx: Database, id: number): Promise<StoredRole | undefined> {
  await tx.select({ id: roles.id }).from(roles).where(eq(roles.id, id)).for('update');
  const [found] = await selectRoles(tx, [id]);
  return found;
}

/** Whether another role has this name, in any letter case. */
export async function isNameTaken(tx: Database, name: string, but: number): Promise<boolean> {
  const same = and(eq(sql`lower(${roles.name})`, name.toLowerCase()), ne(roles.id, but));
  return (await tx.select({ id: roles.id }).from(roles).where(same)).length > 0;
}

export async function insertRole(
  tx: Database,
  role: Pick<StoredRole, 'localRole' | 'name' | 'audience' | 'privileges'>,
): Promise<number> {
  const { privileges, ...values } = role;
  const [row] = await tx.insert(roles).values(values).returning({ id: roles.id });
  if (row === undefined) throw new Error('The role was not inserted');
  await putPrivileges(tx, row.id, privileges);
  return row.id;
}

export async function updateRole(
  tx: Database,
  { id, name, version, privileges }: Pick<StoredRole, 'id' | 'name' | 'version' | 'privileges'>,
): Promise<void> {
  await tx.update(roles).set({ name, version }).where(eq(roles.id, id));
  await tx.delete(rolePrivileges).where(eq(rolePrivileges.roleId, id));
  await putPrivileges(tx, id, privileges);
}

async function putPrivileges(
  tx: Database,
  roleId: number,
  privileges: readonly PrivilegeKey[],
): Promise<void> {
  await tx
    .insert(rolePrivileges)
    .values(privileges.map((key) => ({ roleId, ...getPrivilege(key) })));
}

export async function deleteRoleRow(tx: Database, id: number): Promise<void> {
  await tx.delete(rolePrivileges).where(eq(rolePrivileges.roleId, id));
  await tx.delete(roles).where(eq(roles.id, id));
}

/** Whether a staff account (even a removed one) has the role, or a plan gives it. */
export async function isRoleUsed(tx: Database, id: number): Promise<boolean> {
  const held = await tx.select().from(userRoles).where(eq(userRoles.roleId, id)).limit(1);
  const assignedPlans = await tx.select().from(planRoles).where(eq(planRoles.roleId, id)).limit(1);
  return held.length + assignedPlans.length > 0;
}
