import { randomUUID } from 'node:crypto';
import { isForStaff, getPrivilege, type PrivilegeKey } from '@lintel/contract/identity/privileges';
import type { RoleForm, StaffRole } from '@lintel/contract/identity/roles';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { isBuiltIn } from '../built-in-roles.ts';
import { notifyChange } from './mail.ts';
import { holdersOf } from './repository.ts';
import {
  deleteRoleRow,
  insertRole,
  isNameTaken,
  isRoleUsed,
  lockRole,
  selectHolders,
  selectRolePlans,
  selectRoles,
  updateRole,
  type StoredRole,
} from './role-repository.ts';
import { beginChange, heldBy, holdsAll, requireStillChanging, type PrivilegeSet } from './rules.ts';

const audit = auditor('role', { contractorId: null });

/** Number of holders listed with each role; the staff list shows all. */
const mostNames = 5;

/** All roles with their privileges and holders. */
export async function readRoles({ db }: Context, { authenticated }: Caller): Promise<StaffRole[]> {
  const held = heldBy(authenticated);
  const [stored, holders, plans] = await Promise.all([
    selectRoles(db),
    selectHolders(db),
    selectRolePlans(db),
  ]);
  return stored.map(({ localRole: _name, ...role }) => {
    const all = holders.get(role.id) ?? [];
    return {
      ...role,
      isBuiltIn: isBuiltIn(role.id),
      isWithinReach: holdsAll(held, neededFor(role)),
      holderCount: all.length,
      holders: all.slice(0, mostNames),
      plans: plans.get(role.id) ?? [],
    };
  });
}

/**
 * Privileges required to create or change a role. A plan role affects all contractors of those
 * plans, like changing a plan.
 */
const neededFor = ({
  audience,
  privileges,
}: Pick<StoredRole, 'audience' | 'privileges'>): PrivilegeKey[] =>
  audience === 'plan' ? [...privileges, 'manage-plans:modify'] : privileges;

/**
 * Creates a role. Throws `already_exists` for its name, or an error of `privileges` for one that
 * the caller lacks.
 */
export async function createRole(
  context: Context,
  caller: Caller,
  form: RoleForm,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const held = await beginChange(tx, caller);
    requireWithinReach(held, form);
    await requireFreeName(tx, form.name, 0);
    const id = await insertRole(tx, { ...form, localRole: `own-${randomUUID()}` });
    await audit(tx, context, caller, 'created', {
      entityId: id,
      details: { ...form, privileges: joinPrivileges(form.privileges) },
    });
    return id;
  });
}

/**
 * Changes a role, effective with its holders' next request, and notifies them. Throws `not_found`,
 * `built_in`, `conflict` when it changed since `version` or the caller would no longer manage
 * staff, `access_denied` when it has more privileges than the caller, `already_exists`, or an error
 * of `privileges`.
 */
export async function changeRole(
  context: Context,
  caller: Caller,
  id: number,
  form: { name: string; privileges: PrivilegeKey[]; version: number },
): Promise<void> {
  const { name, privileges, version } = form;
  await context.db.transaction(async (tx) => {
    const held = await beginChange(tx, caller);
    const before = await changeable(tx, held, id);
    if (before.version !== version)
      throw new AppError('conflict', { message: 'Someone else changed this role.' });
    if (before.audience === 'plan' && privileges.some((key) => isForStaff(getPrivilege(key))))
      throw invalidField(
        'privileges',
        "A payment plan can't give staff privileges to contractors.",
      );
    requireWithinReach(held, { audience: before.audience, privileges });
    const addedPrivileges = privileges.filter((key) => !before.privileges.includes(key));
    const taken = before.privileges.filter((key) => !privileges.includes(key));
    await requireFreeName(tx, name, id);
    await updateRole(tx, { id, name, privileges, version: version + 1 });
    await requireStillChanging(tx, caller);
    await audit(tx, context, caller, 'changed', {
      entityId: id,
      details: {
        changes: {
          ...(before.name !== name && { name: { from: before.name, to: name } }),
          ...(addedPrivileges.length + taken.length > 0 && {
            privileges: { from: joinPrivileges(before.privileges), to: joinPrivileges(privileges) },
          }),
        },
        role: name,
      },
    });
    if (addedPrivileges.length + taken.length === 0) return;
    for (const holder of await holdersOf(tx, [id]))
      await notifyChange(tx, context, holder, `The privileges of your role ${name} were changed.`);
  });
}

/**
 * Deletes a role. Throws `not_found`, `built_in`, `access_denied`, or `in_use` while an account has
 * it or a plan gives it.
 */
export async function deleteRole(context: Context, caller: Caller, id: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    const role = await changeable(tx, await beginChange(tx, caller), id);
    if (await isRoleUsed(tx, id))
      throw new AppError('in_use', {
        message:
          role.audience === 'plan'
            ? 'A payment plan gives this role. Remove it from the plan first.'
            : 'Someone has this role. Give them another one first.',
      });
    await deleteRoleRow(tx, id);
    await audit(tx, context, caller, 'deleted', {
      entityId: id,
      details: {
        name: role.name,
        privileges: joinPrivileges(role.privileges),
      },
    });
  });
}

/** A role that the caller may change, locked. */
async function changeable(tx: Database, held: PrivilegeSet, id: number): Promise<StoredRole> {
  const role = await lockRole(tx, id);
  if (role === undefined) throw new AppError('not_found');
  if (isBuiltIn(id))
    throw new AppError('built_in', {
      message: 'This role is built in and cannot be changed. Copy it instead.',
    });
  if (!holdsAll(held, neededFor(role)))
    throw new AppError('access_denied', {
      message: 'This role has privileges that you do not have.',
    });
  return role;
}

/** No one can put a privilege into a role that they lack themselves. */
function requireWithinReach(
  held: PrivilegeSet,
  role: Pick<StoredRole, 'audience' | 'privileges'>,
): void {
  if (!holdsAll(held, neededFor(role)))
    throw invalidField('privileges', 'Choose only privileges that you have yourself.');
}

async function requireFreeName(tx: Database, name: string, but: number): Promise<void> {
  if (await isNameTaken(tx, name, but))
    throw new AppError('already_exists', {
      fields: { name: 'Another role already has this name.' },
    });
}

const joinPrivileges = (privileges: readonly PrivilegeKey[]): string => privileges.join(', ');
