import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  contractorToOwn,
  keepContact,
  lockContractor,
  requireChoices,
  retryActivation,
  setOwner,
  insertManager,
} from '../../contractors/index.ts';
import { mailLink } from '../mail/index.ts';
import { checkNewPassword, hashPassword } from '../sign-in/index.ts';
import { findUser, insertUser } from '../repository.ts';
import { administrator } from '../built-in-roles.ts';
import { emailTaken } from '../sessions/index.ts';
import { newStaffAccount } from '@lintel/contract/identity/sessions';
import { userRoles, users } from '../tables.ts';

export interface NewOwner {
  email: string;
  firstname: string;
  lastname: string;
  contractorId: number;
  planId?: number | undefined;
  /**
   * Null for no manager; undefined keeps the contractor's manager, or else the owner of its lead.
   */
  managerId?: number | null | undefined;
}

/**
 * Creates the owner's account of a paid contractor, sends its activation link, and returns its id.
 * Throws `not_found`, `conflict` (it has an account, or has not paid), `email_already_used`, a
 * field error for an unknown plan or manager, or `access_denied` for another plan without
 * `plan_modify`.
 */
export async function createOwner(
  context: Context,
  caller: Caller,
  owner: NewOwner,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const contractor = await contractorToOwn(tx, owner.contractorId);
    if (owner.planId !== undefined && owner.planId !== contractor.planId) requirePlanModify(caller);
    await requireChoices(tx, contractor, owner);
    const userId = await insertOwner(tx, context, caller, {
      ...owner,
      companyName: contractor.companyName,
    });
    if (userId === null) throw emailTaken();
    return userId;
  });
}

/**
 * Creates the account of a contractor that signed up, unless it has one or another account uses its
 * e-mail; staff handle that case.
 */
export async function openAccount(
  tx: Database,
  context: Context,
  contractorId: number,
): Promise<void> {
  const {
    ownerId,
    email,
    firstName: firstname,
    lastName: lastname,
    companyName,
  } = await lockContractor(tx, contractorId);
  if (ownerId !== null) return;
  await insertOwner(tx, context, null, {
    email,
    firstname,
    lastname,
    contractorId,
    companyName,
  });
}

/** Creates the owner's account with its activation link; null when the e-mail is in use. */
async function insertOwner(
  tx: Database,
  context: Context,
  caller: Caller | null,
  owner: NewOwner & { companyName: string },
): Promise<number | null> {
  const { email, firstname, lastname, contractorId, companyName } = owner;
  const names = { email, firstname, lastname };
  const user = await insertUser(tx, {
    kind: 'owner',
    contractorId,
    ...names,
    createdAt: context.clock.now(),
  });
  if (user === undefined) return null;
  const changes = await setOwner(tx, contractorId, {
    userId: user.id,
    planId: owner.planId,
    managerId: owner.managerId,
  });
  await keepContact(tx, user.id, { firstName: firstname, lastName: lastname, email });
  await mailLink(tx, context, user, 'confirm-account', (common) => ({
    event: 'confirm-account',
    data: { ...common, company: { name: companyName } },
  }));
  const entry = { action: 'user.created', entity: 'user' } as const;
  await recordAudit(tx, context.clock, caller, {
    ...entry,
    entityId: user.id,
    contractorId,
    details: { changes },
  });
  return user.id;
}

function requirePlanModify({ authenticated }: Caller): void {
  const may = authenticated.privileges.some(
    ({ resource, code }) => resource === 'manage-contractors' && code === 'plan_modify',
  );
  if (!may) throw new AppError('access_denied');
}

/**
 * Resends the activation link of a contractor-side account. Throws `not_found`, or `conflict` when
 * it is already active.
 */
export async function sendConfirmation(
  context: Context,
  caller: Caller,
  userId: number,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    if (user === undefined || user.contractorId === null || !user.isActive)
      throw new AppError('not_found');
    if (user.confirmedAt !== null)
      throw new AppError('conflict', { message: 'This account is already confirmed.' });
    await retryActivation(tx, userId);
    await mailLink(tx, context, user, 'confirm-account', (data) => ({
      event: 'confirm-account',
      data,
    }));
    const entry = {
      action: 'user.confirmation-sent',
      entity: 'user',
      entityId: userId,
      contractorId: user.contractorId,
    } as const;
    await recordAudit(tx, context.clock, caller, entry);
  });
}

/** One line for each invalid field. */
const errorLines = (wrong: readonly (readonly [field: string, message: string])[]): string =>
  wrong.map(([field, message]) => `${field}: ${message}`).join('\n');

/**
 * Creates a staff account with every privilege, who can manage contractors and leads. Throws an
 * `Error` with one readable line per invalid value, or when the e-mail is in use.
 */
export async function createStaffAccount(
  context: Pick<Context, 'db' | 'clock' | 'config' | 'log'>,
  account: Record<'email' | 'firstname' | 'lastname' | 'password', string>,
): Promise<void> {
  const parsed = newStaffAccount.safeParse(account);
  if (!parsed.success) {
    const wrong = parsed.error.issues;
    throw new Error(errorLines(wrong.map(({ path, message }) => [path.join('.'), message])));
  }
  const { password, ...person } = parsed.data;
  await checkNewPassword(context, password, person).catch((error: unknown) => {
    throw error instanceof AppError && error.fields !== undefined
      ? new Error(errorLines(Object.entries(error.fields)))
      : error;
  });
  const passwordHash = await hashPassword(password);
  await context.db.transaction((tx) =>
    insertStaffAccount(tx, context, { ...person, passwordHash }),
  );
}

/** Adds a staff account with every privilege. Throws when the e-mail is in use. */
export async function insertStaffAccount(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  account: Record<'email' | 'firstname' | 'lastname' | 'passwordHash', string>,
): Promise<number> {
  const now = clock.now();
  const { email, firstname: firstName, lastname: lastName } = account;
  const [user] = await tx
    .insert(users)
    .values({ ...account, kind: 'staff', createdAt: now, confirmedAt: now })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (user === undefined) throw new Error(`${email} already has an account`);
  await tx.insert(userRoles).values({ userId: user.id, roleId: administrator });
  await insertManager(tx, { firstName, lastName, email });
  return user.id;
}
