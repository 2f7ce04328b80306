import { asc, eq, sql } from 'drizzle-orm';
import type { Role } from '@lintel/contract/billing-plans';
import type { Database } from '../../platform/db/connect.ts';
import { rolePrivileges, roles } from './tables.ts';

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
