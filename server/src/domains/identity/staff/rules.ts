import { allows } from '@lintel/contract/core/access';
import { findPrivilegeKey, type PrivilegeKey } from '@lintel/contract/identity/privileges';
import { staffAccess } from '@lintel/contract/identity/staff';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import type { Account, Caller } from '../../../platform/http/caller.ts';
import { findAccount } from '../sessions/index.ts';
import { administratorsBut, lockChanges } from './repository.ts';
import { selectRoles, type StoredRole } from './role-repository.ts';

/** A person's privileges, as keys. */
export type PrivilegeSet = ReadonlySet<PrivilegeKey>;

export const heldBy = ({ privileges }: Pick<Account, 'privileges'>): PrivilegeSet =>
  new Set(privileges.map(findPrivilegeKey).filter((key) => key !== null));

/**
 * Begins a change of staff or roles: waits for concurrent changes, then checks the caller against
 * the stored state. Returns the caller's privileges. Throws `access_denied` when they no longer
 * suffice.
 */
export async function beginChange(tx: Database, caller: Caller): Promise<PrivilegeSet> {
  await lockChanges(tx);
  const account = await changing(tx, caller);
  if (account === null) throw new AppError('access_denied');
  return heldBy(account);
}

/** The caller's account as stored now; null when it may not change staff. */
async function changing(tx: Database, { authenticated }: Caller): Promise<Account | null> {
  const account = await findAccount(tx, authenticated.id);
  const privileges = account?.privileges ?? [];
  const holders = { user: privileges, authenticated: privileges, switched: false };
  return allows(staffAccess.changing, holders) ? account : null;
}

/** Prevents callers from locking themselves out by changing their own role. Throws `conflict`. */
export async function requireStillChanging(tx: Database, caller: Caller): Promise<void> {
  if ((await changing(tx, caller)) === null)
    throw new AppError('conflict', {
      message: 'You would no longer be able to manage staff yourself. Ask someone else to do it.',
    });
}

/** Whether all of these privileges are held. */
export const holdsAll = (held: PrivilegeSet, privileges: readonly PrivilegeKey[]): boolean =>
  privileges.every((key) => held.has(key));

/** An account's privileges by its roles. */
export const collectPrivileges = (roles: readonly StoredRole[]): PrivilegeKey[] =>
  roles.flatMap(({ privileges }) => privileges);

/** Rejects changes to an account with more privileges than the caller. Throws `access_denied`. */
export async function requireNoMore(
  tx: Database,
  held: PrivilegeSet,
  { roles }: { roles: readonly { id: number }[] },
): Promise<void> {
  const stored = await selectRoles(
    tx,
    roles.map(({ id }) => id),
  );
  if (!holdsAll(held, collectPrivileges(stored)))
    throw new AppError('access_denied', {
      message: 'This account has privileges that you do not have.',
    });
}

/**
 * Loads the roles to be given to a staff account. Throws an error of `roles` for one that doesn't
 * exist, is a plan role, or has more privileges than the caller.
 */
export async function givableRoles(
  tx: Database,
  held: PrivilegeSet,
  ids: readonly number[],
): Promise<StoredRole[]> {
  const found = await selectRoles(tx, ids);
  if (found.length < ids.length) throw invalidField('roles', 'This role does not exist.');
  for (const { name, audience, privileges } of found) {
    if (audience !== 'staff')
      throw invalidField('roles', `The role ${name} is for payment plans only.`);
    if (!holdsAll(held, privileges))
      throw invalidField(
        'roles',
        `You cannot give the role ${name}: it has privileges that you do not have.`,
      );
  }
  return found;
}

/** Keeps at least one administrator. The caller holds the lock of changes. Throws `conflict`. */
export async function requireAnotherAdministrator(tx: Database, userId: number): Promise<void> {
  if ((await administratorsBut(tx, userId)).length === 0)
    throw new AppError('conflict', {
      message: 'This is the last active administrator. Make someone else an administrator first.',
    });
}
