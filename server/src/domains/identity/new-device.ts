import { recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { momentText } from '../../platform/days.ts';
import { mailLink, type AccountDeps } from './account-mail.ts';
import { deviceWords } from './device-words.ts';
import {
  deleteApp,
  deletePasskeysOf,
  deleteRecoveryCodes,
  findApp,
  waysOf,
} from './factor-repository.ts';
import { voidedByChanges } from './links.ts';
import { endSessionsOf, findSession, findUser, setUser, voidLinks } from './repository.ts';
import type { sessions } from './tables.ts';

/** Further sign-ins in an hour are not told: whoever has the password cannot flood its owner. */
const toldPerHour = 5;

/**
 * Tells the owner of an account of a sign-in on a device that it was not seen on, with a link that
 * bears the session's id. The same session a second time tells nothing.
 */
export async function mailNewDevice(deps: AccountDeps, sessionId: string): Promise<void> {
  const session = await findSession(deps.db, sessionId);
  if (session === undefined) return;
  const told = await deps.counter.count(`new-device:${session.userId}`, 3600);
  if (told > toldPerHour) return;
  await deps.db.transaction(async (tx) => {
    const user = await findUser(tx, session.userId);
    if (user === undefined || !user.isActive || (await deps.links.exists(tx, sessionId))) return;
    const signIn = {
      device: deviceWords(session.userAgent),
      address: session.address ?? 'unknown',
      at: momentText(session.createdAt, deps.timeZone),
    };
    await mailLink(
      tx,
      deps,
      user,
      'new-device',
      (data) => ({ event: 'new-device', data: { ...data, signIn } }),
      { id: sessionId },
    );
  });
}

/** What the link of such a message is about; nothing once the session was deleted. */
export async function disownable(db: Database, linkId: string) {
  const session = await findSession(db, linkId);
  return (
    session && {
      device: deviceWords(session.userAgent),
      address: session.address ?? 'Unknown address',
      at: session.createdAt.toISOString(),
    }
  );
}

/**
 * Takes away what this session has set up to prove itself by, which would keep the owner out.
 * Setting the first factor up ends all other sessions, so the one that outlived an app is the one
 * that did it.
 */
async function removeFactorsOf(
  tx: Database,
  userId: number,
  session: typeof sessions.$inferSelect | undefined,
): Promise<void> {
  if (session === undefined) return;
  await deletePasskeysOf(tx, userId, session.id);
  const at = (await findApp(tx, userId))?.confirmedAt ?? null;
  if (at !== null && session.createdAt <= at && (session.endedAt === null || session.endedAt > at))
    await deleteApp(tx, userId);
  if ((await waysOf(tx, userId)).length === 0) await deleteRecoveryCodes(tx, userId);
}

/**
 * The owner says by that link that a sign-in was by somebody else, who then knows the password. The
 * account is signed out everywhere, the password opens nothing any more (the stranger's browser
 * would be known by now and go unnoticed), and every other link is void, because the stranger may
 * have asked for another e-mail. An authenticator app that the stranger has set up goes, too. Returns what sets a new password. Throws `invalid_link`.
 */
export async function disownSession(
  deps: AccountDeps,
  m: string,
  address: string,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { link, user } = await deps.links.open(tx, m, ['new-device']);
    const at = deps.clock.now();
    await removeFactorsOf(tx, user.id, await findSession(tx, link.id));
    await setUser(tx, user.id, { passwordHash: null });
    await endSessionsOf(tx, user.id, { reason: 'not recognized by its owner', at });
    await voidLinks(tx, user.id, voidedByChanges, at);
    const by = { address, accountId: user.id };
    await recordAudit(tx, deps.clock, by, {
      action: 'session.disowned',
      entity: 'user',
      entityId: user.id,
      contractorId: user.contractorId,
      details: { sessionId: link.id },
    });
    return deps.links.issueSecret(tx, user, 'reset-password');
  });
}
