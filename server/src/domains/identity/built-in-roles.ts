import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { type Code, type Privilege, type Resource } from '@lintel/contract/core/access';
import { privilegeCatalog } from '@lintel/contract/core/privilege-catalog';
import { keysOf } from '@lintel/contract/core/map-values';
import type { Database } from '../../platform/db/connect.ts';
import { rolePrivileges, roles } from './tables.ts';

const pairs = (resource: Resource, ...codes: Code[]): Privilege[] =>
  codes.map((code) => ({ resource, code }));
const everything = keysOf(privilegeCatalog).flatMap((resource) =>
  pairs(resource, ...privilegeCatalog[resource]),
);

/** The built-in role that has every privilege. */
export const administrator = 1;

/** Built-in roles have ids below the range of the database sequence. */
export const isBuiltIn = (roleId: number): boolean => roleId < 100;

/** Roles that the product depends on, with fixed ids. Staff can have other roles, too. */
const builtInRoles = [
  {
    id: administrator,
    localRole: 'administrator',
    name: 'Administrator',
    audience: 'staff',
    privileges: everything,
  },
  {
    id: 2,
    localRole: 'support',
    name: 'Support',
    audience: 'staff',
    privileges: [
      ...pairs('manage-contractors', 'access', 'account_create'),
      ...pairs('payout-tax', 'manage_access'),
      // Read access for answering callers. In a contractor's account, `read` requires the privilege
      // in both accounts.
      ...pairs('reports-applications', 'manage_read'),
      ...pairs('reports-commissions', 'manage_read'),
      ...pairs('customers', 'read'),
      ...pairs('documents', 'read'),
      ...pairs('card-payments', 'manage_read'),
    ],
  },
  {
    id: 3,
    localRole: 'mailer',
    name: 'Unsubscribers',
    audience: 'staff',
    privileges: pairs('manage-emails', 'access_unsubscribers'),
  },
  {
    // Releases runs that others prepare (dual control).
    id: 4,
    localRole: 'payer',
    name: 'Payer',
    audience: 'staff',
    privileges: pairs('payouts', 'manage_access'),
  },
  {
    id: 10,
    localRole: 'contractor',
    name: 'Contractor',
    audience: 'plan',
    privileges: (
      [
        'personal-info',
        'co-branded',
        'marketing-materials',
        'card-payments',
        'payout-tax',
        'refer',
        'training-and-faqs',
      ] as const
    ).flatMap((resource) => pairs(resource, 'access')),
  },
  {
    id: 11,
    localRole: 'contractor-reports',
    name: 'Reports',
    audience: 'plan',
    privileges: [
      ...pairs('reports-applications', 'access', 'read'),
      ...pairs('reports-commissions', 'access', 'read'),
    ],
  },
  {
    // For a Free or Canceled contractor, `accounts.ts` reduces this to read access.
    id: 12,
    localRole: 'contractor-sales-desk',
    name: 'Sales desk',
    audience: 'plan',
    privileges: [...pairs('customers', 'access', 'read'), ...pairs('documents', 'access', 'read')],
  },
] as const;

/**
 * Updates the built-in roles, so that a release that adds a privilege grants it to the right roles.
 */
export async function ensureBuiltInRoles(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { id, localRole, name, audience } of builtInRoles) {
      // A custom role that already has this name keeps its privileges and is renamed.
      await tx
        .update(roles)
        .set({ localRole: sql`${roles.localRole} || '-' || ${roles.id}` })
        .where(and(eq(roles.localRole, localRole), ne(roles.id, id)));
      await tx
        .insert(roles)
        .values({ id, localRole, name, audience })
        .onConflictDoUpdate({ target: roles.id, set: { localRole, name, audience } });
    }
    await tx.delete(rolePrivileges).where(
      inArray(
        rolePrivileges.roleId,
        builtInRoles.map((role) => role.id),
      ),
    );
    await tx
      .insert(rolePrivileges)
      .values(
        builtInRoles.flatMap((role) =>
          role.privileges.map((privilege) => ({ roleId: role.id, ...privilege })),
        ),
      );
  });
}
