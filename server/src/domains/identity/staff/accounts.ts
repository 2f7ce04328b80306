import type { Handover, Holdings } from '@lintel/contract/identity/leaving';
import type { StaffAccount, StaffForm } from '@lintel/contract/identity/staff';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { auditChanges } from '../../../platform/audit/values.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { countMailTo } from '../../../platform/limits/counter.ts';
import { insertManager } from '../../contractors/index.ts';
import { emailTaken } from '../sessions/index.ts';
import { administrator } from '../built-in-roles.ts';
import { linkPurposes, voidLinks } from '../mail/index.ts';
import { endUserSessions, insertUser, setUser } from '../repository.ts';
import { mailInvitation, notifyChange, notifyNewAdministrator } from './mail.ts';
import {
  findStaff,
  lockStaffAccount,
  replaceRoles,
  selectStaff,
  type StaffQuery,
  type StaffRow,
} from './repository.ts';
import { selectRoles, type StoredRole } from './role-repository.ts';
import {
  beginChange,
  givableRoles,
  heldBy,
  holdsAll,
  collectPrivileges,
  requireAnotherAdministrator,
  requireNoMore,
  type PrivilegeSet,
} from './rules.ts';

const audit = auditor('staff', { entity: 'user', contractorId: null });

const staffStatus = ({ user }: StaffRow): StaffAccount['status'] =>
  !user.isActive ? 'deactivated' : user.confirmedAt === null ? 'invited' : 'active';

interface Viewer {
  id: number;
  held: PrivilegeSet;
  roles: readonly StoredRole[];
}

function present(row: StaffRow, { id: viewerId, held, roles }: Viewer): StaffAccount {
  const { id, firstname, lastname, email, lastSeenAt, version } = row.user;
  const own = roles.filter((role) => row.roles.some((one) => one.id === role.id));
  return {
    id,
    firstname,
    lastname,
    email,
    roles: row.roles,
    status: staffStatus(row),
    factors: row.factors,
    lastSeen: lastSeenAt?.toISOString() ?? null,
    locked: id === viewerId ? 'self' : holdsAll(held, collectPrivileges(own)) ? null : 'more',
    version,
  };
}

const readViewer = async (db: Database, { authenticated }: Caller): Promise<Viewer> => ({
  id: authenticated.id,
  held: heldBy(authenticated),
  roles: await selectRoles(db),
});

export async function readStaffList(
  { db }: Context,
  caller: Caller,
  query: StaffQuery,
): Promise<{ data: StaffAccount[]; total: number }> {
  const viewer = await readViewer(db, caller);
  const { rows, total } = await selectStaff(db, query);
  return { data: rows.map((row) => present(row, viewer)), total };
}

/** Loads one staff account. Throws `not_found`. */
export async function readStaffAccount(
  db: Database,
  caller: Caller,
  id: number,
): Promise<StaffAccount> {
  const row = await findStaff(db, id);
  if (row === undefined) throw new AppError('not_found');
  return present(row, await readViewer(db, caller));
}

/**
 * Creates a staff account and sends the link that sets its password. Throws `email_already_used`,
 * or an error of `roles`.
 */
export async function inviteStaff(
  context: Context,
  caller: Caller,
  { email, firstname, lastname, roles }: StaffForm & { email: string },
): Promise<StaffAccount> {
  return context.db.transaction(async (tx) => {
    const held = await beginChange(tx, caller);
    const given = await givableRoles(tx, held, roles);
    const names = { email, firstname, lastname };
    const user = await insertUser(tx, { kind: 'staff', ...names, createdAt: context.clock.now() });
    if (user === undefined) throw emailTaken();
    await replaceRoles(tx, user.id, roles);
    await mailInvitation(tx, context, caller, { user, roles: given });
    await audit(tx, context, caller, 'invited', {
      entityId: user.id,
      details: { roles: roleNames(given) },
    });
    if (roles.includes(administrator)) await notifyNewAdministrator(tx, context, caller, user);
    return readStaffAccount(tx, caller, user.id);
  });
}

/**
 * Changes names and roles, effective with the account's next request. Throws `not_found`,
 * `access_denied` when the account has more privileges than the caller, an error of `roles`, or
 * `conflict`: changed since `version`, own roles, or the last administrator.
 */
export async function changeStaff(
  context: Context,
  caller: Caller,
  id: number,
  form: StaffForm & { version: number },
): Promise<StaffAccount> {
  const { firstname, lastname, roles, version } = form;
  return context.db.transaction(async (tx) => {
    const held = await beginChange(tx, caller);
    const before = await existing(tx, held, id);
    if (before.user.version !== version)
      throw new AppError('conflict', { message: 'Someone else changed this account.' });
    const given = await givableRoles(tx, held, roles);
    const isOther = !sameRoles(before.roles, given);
    if (isOther && id === caller.authenticated.id)
      throw new AppError('conflict', {
        message: 'You cannot change your own roles. Ask another member of staff to do it.',
      });
    const was = before.roles.some((role) => role.id === administrator);
    const is = roles.includes(administrator);
    if (was && !is) await requireAnotherAdministrator(tx, id);
    await setUser(tx, id, { firstname, lastname, version: version + 1 });
    await replaceRoles(tx, id, roles);
    const user = { ...before.user, firstname, lastname };
    await audit(tx, context, caller, 'changed', {
      entityId: id,
      details: {
        changes: auditChanges(
          { ...before.user, roles: roleNames(before.roles) },
          { firstname, lastname, roles: roleNames(given) },
        ),
      },
    });
    const isConfirmed = user.confirmedAt !== null;
    if (isConfirmed) await keepManager(tx, user, given);
    if (isOther && isConfirmed)
      await notifyChange(tx, context, user, `Your roles are now: ${roleNames(given)}.`);
    if (is && !was) await notifyNewAdministrator(tx, context, caller, user);
    return readStaffAccount(tx, caller, id);
  });
}

/**
 * Resends the invitation. Throws `not_found`, `access_denied`, or `conflict` once it was accepted.
 */
export async function inviteStaffAgain(
  context: Context,
  caller: Caller,
  id: number,
): Promise<void> {
  const row = await findStaff(context.db, id);
  if (row === undefined) throw new AppError('not_found');
  await countMailTo(context.counter, row.user.email, null);
  await context.db.transaction(async (tx) => {
    const invited = await existingInvitation(tx, await beginChange(tx, caller), id);
    await mailInvitation(tx, context, caller, invited);
    await audit(tx, context, caller, 'invited-again', { entityId: id });
  });
}

/**
 * Withdraws an unused invitation: voids its link and frees the e-mail. Throws `not_found`,
 * `access_denied`, or `conflict` once it was accepted.
 */
export async function withdrawStaff(context: Context, caller: Caller, id: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { roles } = await existingInvitation(tx, await beginChange(tx, caller), id);
    const at = context.clock.now();
    await setUser(tx, id, { isActive: false, removedAt: at });
    await replaceRoles(tx, id, []);
    await voidLinks(tx, context, id, linkPurposes);
    await audit(tx, context, caller, 'withdrawn', {
      entityId: id,
      details: { roles: roleNames(roles) },
    });
  });
}

/** Records of a staff account that someone else has to take over. Throws `not_found`. */
export async function readHoldings(
  context: Context,
  caller: Caller,
  id: number,
): Promise<Holdings> {
  const { email } = await readStaffAccount(context.db, caller, id);
  return context.staffRecords.heldBy(context.db, email);
}

/**
 * Closes a staff account and hands over its records; its user is signed out with the next request,
 * even while switched into a contractor. Throws `not_found`, `access_denied`, a field error for
 * records without a chosen recipient, or `conflict`: own account, an invitation, or the last
 * administrator.
 */
export async function deactivateStaff(
  context: Context,
  caller: Caller,
  id: number,
  choice: Handover,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await existing(tx, await beginChange(tx, caller), id);
    if (id === caller.authenticated.id)
      throw new AppError('conflict', { message: 'You cannot deactivate your own account.' });
    const status = staffStatus(row);
    if (status === 'deactivated') return;
    if (status === 'invited')
      throw new AppError('conflict', { message: 'Withdraw the invitation instead.' });
    if (row.roles.some((role) => role.id === administrator))
      await requireAnotherAdministrator(tx, id);
    const at = context.clock.now();
    await setUser(tx, id, { isActive: false });
    await endUserSessions(tx, id, { reason: 'deactivated by staff', at });
    await voidLinks(tx, context, id, linkPurposes);
    const given = await context.staffRecords.handOver(tx, context, caller, {
      ...choice,
      email: row.user.email,
    });
    await audit(tx, context, caller, 'deactivated', {
      entityId: id,
      details: { roles: roleNames(row.roles), ...given },
    });
    await notifyChange(tx, context, row.user, 'Your account was deactivated. You cannot sign in.');
  });
}

/**
 * Reactivates an account with its roles. Throws `not_found` or `access_denied`; does nothing to an
 * active one.
 */
export async function reactivateStaff(context: Context, caller: Caller, id: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await existing(tx, await beginChange(tx, caller), id);
    if (row.user.isActive) return;
    await setUser(tx, id, { isActive: true });
    await audit(tx, context, caller, 'reactivated', {
      entityId: id,
      details: { roles: roleNames(row.roles) },
    });
    await notifyChange(tx, context, row.user, 'Your account is active again. You can sign in.');
    if (row.roles.some((role) => role.id === administrator))
      await notifyNewAdministrator(tx, context, caller, row.user);
  });
}

/** An account that the caller may change, locked. Throws `not_found` or `access_denied`. */
async function existing(tx: Database, held: PrivilegeSet, id: number): Promise<StaffRow> {
  const row = await lockStaffAccount(tx, id);
  if (row === undefined) throw new AppError('not_found');
  await requireNoMore(tx, held, row);
  return row;
}

async function existingInvitation(tx: Database, held: PrivilegeSet, id: number): Promise<StaffRow> {
  const row = await existing(tx, held, id);
  if (staffStatus(row) !== 'invited')
    throw new AppError('conflict', { message: 'The invitation was already used.' });
  return row;
}

/**
 * Adds staff with the privilege to the managers, who can be chosen as the manager of a contractor or
 * the owner of a lead.
 */
async function keepManager(
  tx: Database,
  { firstname, lastname, email }: { firstname: string; lastname: string; email: string },
  roles: readonly StoredRole[],
): Promise<void> {
  if (!collectPrivileges(roles).includes('manage-contractors:access')) return;
  await insertManager(tx, { firstName: firstname, lastName: lastname, email });
}

/** Adds a staff member with the privilege to the managers once the invitation is accepted. */
export async function welcomeStaff(tx: Database, userId: number): Promise<void> {
  const row = await findStaff(tx, userId);
  if (row === undefined) return;
  const ids = row.roles.map(({ id }) => id);
  await keepManager(tx, row.user, ids.length === 0 ? [] : await selectRoles(tx, ids));
}

interface RoleName {
  id: number;
  name: string;
}

const roleNames = (roles: readonly Pick<RoleName, 'name'>[]): string =>
  roles.map(({ name }) => name).join(', ');

const sameRoles = (some: readonly RoleName[], others: readonly RoleName[]): boolean =>
  some.length === others.length && some.every(({ id }) => others.some((one) => one.id === id));
