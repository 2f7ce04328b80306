import { listLinksByPart } from '../../../platform/access-links/index.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { momentText } from '../../../platform/days.ts';
import {
  mailLink,
  issueAccountLink,
  openAccountLink,
  voidedByChanges,
  voidLinks,
} from '../mail/index.ts';
import { deviceWords } from '../devices/index.ts';
import {
  deleteApp,
  deleteUserPasskeys,
  deleteRecoveryCodes,
  findApp,
  selectProofWays,
} from '../factors/index.ts';
import { endUserSessions, findSession, findUser, setUser } from '../repository.ts';
import type { sessions } from '../tables.ts';

/**
 * Messages per hour; further sign-ins send none, so that a person with the password can't flood the
 * owner.
 */
const noticesPerHour = 5;

/**
 * Notifies the owner of a sign-in on an unknown device, with a link bound to the session. Repeating
 * it for the same session sends nothing.
 */
export async function mailNewDevice(context: Context, sessionId: string): Promise<void> {
  const session = await findSession(context.db, sessionId);
  if (session === undefined) return;
  const notices = await context.counter.count(`new-device:${session.userId}`, 3600);
  if (notices > noticesPerHour) return;
  await context.db.transaction(async (tx) => {
    const user = await findUser(tx, session.userId);
    if (user === undefined || !user.isActive) return;
    if ((await listLinksByPart(tx, 'new-device', sessionId)).length > 0) return;
    const signIn = {
      device: deviceWords(session.userAgent),
      address: session.address ?? 'unknown',
      at: momentText(session.createdAt, context.config.BUSINESS_TIME_ZONE),
    };
    await mailLink(
      tx,
      context,
      user,
      'new-device',
      (data) => ({ event: 'new-device', data: { ...data, signIn } }),
      { id: sessionId },
    );
  });
}

/** The sign-in that the link refers to; undefined once the session was deleted. */
export async function disownable(db: Database, sessionId: string) {
  const session = await findSession(db, sessionId);
  return (
    session && {
      device: deviceWords(session.userAgent),
      address: session.address ?? 'Unknown address',
      at: session.createdAt.toISOString(),
    }
  );
}

/**
 * Removes second factors that this session added, which would lock the owner out. Adding the first
 * factor ends all other sessions, so a session that outlived an app's setup is the one that did it.
 */
async function removeSessionFactors(
  tx: Database,
  userId: number,
  session: typeof sessions.$inferSelect | undefined,
): Promise<void> {
  if (session === undefined) return;
  await deleteUserPasskeys(tx, userId, session.id);
  const at = (await findApp(tx, userId))?.confirmedAt ?? null;
  if (at !== null && session.createdAt <= at && (session.endedAt === null || session.endedAt > at))
    await deleteApp(tx, userId);
  if ((await selectProofWays(tx, userId)).length === 0) await deleteRecoveryCodes(tx, userId);
}

/**
 * Runs when the owner reports a sign-in as not theirs, so the password is compromised. Signs the
 * account out everywhere, invalidates the password (the stranger's browser would count as known),
 * voids every other link (the stranger may have requested another e-mail), and removes an
 * authenticator app that the stranger set up. Returns what sets a new password. Throws
 * `invalid_link`.
 */
export async function disownSession(context: Context, m: string, address: string): Promise<string> {
  return context.db.transaction(async (tx) => {
    const { link, user } = await openAccountLink(tx, context, m, ['new-device']);
    const at = context.clock.now();
    await removeSessionFactors(tx, user.id, await findSession(tx, link.part));
    await setUser(tx, user.id, { passwordHash: null });
    await endUserSessions(tx, user.id, { reason: 'not recognized by its owner', at });
    await voidLinks(tx, context, user.id, voidedByChanges);
    const by = { address, accountId: user.id };
    await recordAudit(tx, context.clock, by, {
      action: 'session.disowned',
      entity: 'user',
      entityId: user.id,
      contractorId: user.contractorId,
      details: { sessionId: link.part },
    });
    return (await issueAccountLink(tx, context, user, 'reset-password')).code;
  });
}
