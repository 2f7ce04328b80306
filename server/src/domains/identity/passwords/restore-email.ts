import {
  isOpen,
  getLifetime,
  lifetimeText,
  linksSince,
  revokeLink,
} from '../../../platform/access-links/index.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { maskedEmail } from '../../../platform/audit/values.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { unlessTaken } from '../../../platform/db/failures.ts';
import type { OnceLink } from '../../messaging/index.ts';
import { keepContact } from '../../contractors/index.ts';
import {
  mailAbout,
  type Addressee,
  factorsSince,
  issueAccountLink,
  openAccountLink,
  voidedByChanges,
  voidLinks,
} from '../mail/index.ts';
import { emailTaken } from '../sessions/index.ts';
import { deleteFactorsSince, lockAccount } from '../factors/index.ts';
import { endUserSessions, findSession, findUserByEmail, setUser } from '../repository.ts';

const longestMs = getLifetime('restore-email');

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
 * Voids the links that restore e-mails which the account had after `email`, if a link that restores
 * `email` itself is open: the earliest address wins. Returns whether there is such a link.
 */
async function voidLaterRestoreLinks(
  tx: Database,
  context: Context,
  userId: number,
  email: string,
): Promise<boolean> {
  const of = { purpose: 'restore-email', subject: userId } as const;
  const links = await linksSince(tx, of, new Date(0));
  const open = links.filter((link) => isOpen(link, context.clock.now()));
  const first = open.findIndex(({ part }) => part === email.toLowerCase());
  if (first < 0) return false;
  for (const link of open.slice(first + 1)) await revokeLink(tx, context, link);
  return true;
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
  if (await voidLaterRestoreLinks(tx, context, user.id, change.newEmail)) return {};
  const { address } = await issueAccountLink(tx, context, user, 'restore-email', change);
  return { link: address, expiresIn: lifetimeText('restore-email') };
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
    const { link, user } = await openAccountLink(tx, context, m, ['restore-email']);
    await lockAccount(tx, user.id);
    const { email = user.email } = link.data;
    const holder = await findUserByEmail(tx, email);
    if (holder !== undefined && holder.id !== user.id) throw emailTaken();
    const at = context.clock.now();
    await setUser(tx, user.id, { email, passwordHash: null });
    await keepContact(tx, user.id, { email });
    await deleteFactorsSince(tx, user.id, factorsSince(link));
    await endUserSessions(tx, user.id, { reason: 'e-mail restored', at });
    await voidLinks(tx, context, user.id, voidedByChanges);
    await voidLaterRestoreLinks(tx, context, user.id, email);
    await revokeLink(tx, context, link);
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
    return (await issueAccountLink(tx, context, { id: user.id, email }, 'reset-password')).code;
  });
}
