import { recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { maskedEmail } from '../../platform/audit/values.ts';
import type { Database } from '../../platform/db/connect.ts';
import { unlessTaken } from '../../platform/db/failures.ts';
import type { OnceLink } from '../messaging/index.ts';
import { keepContact } from '../contractors/index.ts';
import { mailAbout, type Addressee } from './account-mail.ts';
import { emailTaken } from './accounts.ts';
import { deleteFactorsSince } from './factor-repository.ts';
import { lockAccount } from './factors.ts';
import {
  issueLink,
  issueLinkSecret,
  linkKinds,
  openLink,
  spendLink,
  voidedByChanges,
} from './links.ts';
import {
  endSessionsOf,
  findSession,
  findUserByEmail,
  setUser,
  voidLaterRestoreLinks,
  voidLinks,
} from './repository.ts';

const longestMs = linkKinds['restore-email'].seconds * 1000;

/**
 * The time from which second factors count as added by the person who now requests another e-mail:
 * the start of their session, at most 7 days ago. A thief may add one before the change.
 */
export async function suspectSince(
  tx: Database,
  { clock }: Context,
  sessionId: string,
): Promise<Date> {
  const earliest = new Date(clock.now().getTime() - longestMs);
  const session = await findSession(tx, sessionId);
  if (session === undefined) return clock.now();
  return session.createdAt > earliest ? session.createdAt : earliest;
}

/**
 * Creates the link in the notice to the old address when the account's e-mail becomes `newEmail`,
 * in the caller's transaction. When the account returns to an address that a link restores,
 * addresses since then get no link and theirs stop working: they may be a thief's.
 */
export async function restoreLink(
  tx: Database,
  context: Context,
  user: Addressee,
  change: { newEmail: string; factorsSince: Date },
): Promise<OnceLink | Record<string, never>> {
  if (await voidLaterRestoreLinks(tx, user.id, change.newEmail, context.clock.now())) return {};
  const link = await issueLink(tx, context, user, 'restore-email', change);
  return { link, expiresIn: linkKinds['restore-email'].lifetime };
}

/**
 * Restores the e-mail that a link was sent to, regardless of later changes: signs the account out
 * everywhere, removes the second factors of the person who changed it, voids the password and all
 * links except those that restore an earlier address, and notifies both addresses. Returns what
 * sets a new password. Throws `invalid_link`, or `email_already_used`.
 */
export async function restoreEmail(context: Context, m: string, address: string): Promise<string> {
  return unlessTaken('users_email', emailTaken, () => putEmailBack(context, m, address));
}

async function putEmailBack(context: Context, m: string, address: string): Promise<string> {
  return context.db.transaction(async (tx) => {
    const { link, user } = await openLink(tx, context, m, ['restore-email']);
    await lockAccount(tx, user.id);
    const { email } = link;
    const holder = await findUserByEmail(tx, email);
    if (holder !== undefined && holder.id !== user.id) throw emailTaken();
    const at = context.clock.now();
    await setUser(tx, user.id, { email, passwordHash: null });
    await keepContact(tx, user.id, { email });
    await deleteFactorsSince(tx, user.id, link.factorsSince ?? link.createdAt);
    await endSessionsOf(tx, user.id, { reason: 'e-mail restored', at });
    await voidLinks(tx, user.id, voidedByChanges, at);
    await voidLaterRestoreLinks(tx, user.id, email, at);
    await spendLink(tx, context, link.id);
    await recordAudit(
      tx,
      context.clock,
      { address, accountId: user.id },
      {
        action: 'user.email-restored',
        entity: 'user',
        entityId: user.id,
        contractorId: user.contractorId,
        details: { email: { from: maskedEmail(user.email), to: maskedEmail(email) } },
      },
    );
    for (const to of new Set([email, user.email]))
      await mailAbout(
        tx,
        context,
        { ...user, email },
        (common) => ({
          event: 'email-changed',
          data: { ...common, newEmail: email, oldEmail: user.email, isRestored: true },
        }),
        { to },
      );
    return issueLinkSecret(tx, context, { id: user.id, email }, 'reset-password');
  });
}
