import { consumeLink } from '../../platform/access-links/index.ts';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { auditChanges, maskedEmail } from '../../platform/audit/values.ts';
import { unlessTaken } from '../../platform/db/failures.ts';
import { AppError } from '../../platform/errors.ts';
import { keepContact } from '../contractors/index.ts';
import { mailAbout, mailLink, factorsSince, openAccountLink, voidLinks } from './mail/index.ts';
import type { KnownAccount } from './devices/index.ts';
import { checkNewPassword, hashPassword } from './sign-in/index.ts';
import {
  endUserSessions,
  findUser,
  findUserByEmail,
  isEmailReserved,
  setUser,
} from './repository.ts';
import { restoreLink, suspectSince } from './passwords/index.ts';
import { readCompany, emailTaken } from './sessions/index.ts';

/** Saves the account's names; an owner's contractor shows them, too. */
export async function saveNames(
  { db, clock }: Context,
  caller: Caller,
  userId: number,
  { firstname, lastname }: { firstname: string; lastname: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    // Keeps a concurrent edit of the account from restoring the old names.
    const version = (user?.version ?? 0) + 1;
    await setUser(tx, userId, { firstname, lastname, version });
    await keepContact(tx, userId, { firstName: firstname, lastName: lastname });
    await recordAudit(tx, clock, caller, {
      action: 'user.profile-saved',
      entity: 'user',
      entityId: userId,
      details: { changes: auditChanges({ ...user }, { firstname, lastname }) },
    });
  });
}

/**
 * Sends a link to the new address; the account keeps the old one until it is confirmed. Throws
 * `email_already_used`.
 */
export async function requestEmailChange(
  context: Context,
  caller: Caller,
  userId: number,
  email: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    if (user === undefined) throw new AppError('not_found');
    const holder = await findUserByEmail(tx, email);
    if (holder !== undefined && holder.id !== userId) throw emailTaken();
    if (await isEmailReserved(tx, email, userId, context.clock.now())) throw emailTaken();
    await mailLink(
      tx,
      context,
      user,
      'change-email',
      (common) => ({
        event: 'change-email',
        data: { ...common, newEmail: email, oldEmail: user.email },
      }),
      { newEmail: email, factorsSince: await suspectSince(tx, context, caller.sessionId) },
    );
    await recordAudit(tx, context.clock, caller, {
      action: 'user.email-change-asked',
      entity: 'user',
      entityId: userId,
      details: { email: { from: maskedEmail(user.email), to: maskedEmail(email) } },
    });
  });
}

/**
 * Activates the new e-mail by its link and signs the account out everywhere. The old address
 * receives a notice with a link that restores it. Throws `invalid_link`, or `email_already_used`
 * when another account has taken the address.
 */
export async function confirmEmail(context: Context, m: string, address: string): Promise<void> {
  await unlessTaken('users_email', emailTaken, () => putEmail(context, m, address));
}

async function putEmail(context: Context, m: string, address: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { link, user } = await openAccountLink(tx, context, m, ['change-email']);
    const email = link.data.newEmail ?? user.email;
    const holder = await findUserByEmail(tx, email);
    if (holder !== undefined && holder.id !== user.id) throw emailTaken();
    const at = context.clock.now();
    await setUser(tx, user.id, { email });
    if (await isEmailReserved(tx, email, user.id, at)) throw emailTaken();
    await keepContact(tx, user.id, { email });
    // Links are bound to the e-mail they were made for, so this also voids the account's others.
    await consumeLink(tx, context, link);
    await endUserSessions(tx, user.id, { reason: 'e-mail changed', at });
    const entry = {
      action: 'user.email-changed',
      entity: 'user',
      entityId: user.id,
      contractorId: user.contractorId,
      details: { email: { from: maskedEmail(user.email), to: maskedEmail(email) } },
    } as const;
    await recordAudit(tx, context.clock, { address, accountId: user.id }, entry);
    const restore = await restoreLink(tx, context, user, {
      newEmail: email,
      factorsSince: factorsSince(link),
    });
    await mailAbout(tx, context, user, (common) => ({
      event: 'email-changed',
      data: { ...common, ...restore, newEmail: email, oldEmail: user.email },
    }));
  });
}

/**
 * Includes e-mail changes, which a stranger may have requested. New-device links stay valid, since
 * the stranger may be the one who sets the password.
 */
const voidedByPassword = ['reset-password', 'confirm-account', 'change-email'] as const;

/** Sets the account's password and ends its other sessions. Returns the account with it. */
export async function changePassword(
  context: Context,
  caller: Caller,
  userId: number,
  password: string,
): Promise<KnownAccount> {
  const company = await readCompany(context.db, caller.user);
  await checkNewPassword(context, password, { ...caller.user, company });
  const passwordHash = await hashPassword(password);
  return context.db.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    if (user === undefined) throw new AppError('not_found');
    const at = context.clock.now();
    await setUser(tx, userId, { passwordHash });
    await voidLinks(tx, context, userId, voidedByPassword);
    await endUserSessions(tx, userId, { reason: 'password changed', at, except: caller.sessionId });
    await recordAudit(tx, context.clock, caller, {
      action: 'user.password-changed',
      entity: 'user',
      entityId: userId,
    });
    await mailAbout(tx, context, user, (common) => ({
      event: 'password-changed',
      data: { ...common, link: `${context.config.publicUrl}/restore` },
    }));
    return { id: userId, passwordHash };
  });
}
