import { recordAudit } from '../../platform/audit/audit.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { AppError } from '../../platform/errors.ts';
import {
  endSession,
  lockRefreshToken,
  markTokenUsed,
  sessionOfToken,
  touchSession,
} from './repository.ts';
import { issueRefreshToken, type IdentityDeps } from './sign-in.ts';
import type { IssuedTokens } from './tokens.ts';

/**
 * Two tabs may send the same refresh cookie at once: within these milliseconds a used one is still
 * good.
 */
const reuseGraceMs = 10_000;
/** Each refresh stores a token. Every tab refreshes once in a quarter of an hour. */
const refreshLimit = { max: 120, seconds: 15 * 60 } as const;

/**
 * Exchanges a refresh cookie for new tokens. A used one that returns after the grace has been
 * stolen, or its successor has: the whole session ends. Throws `unauthorized` or
 * `too_many_requests`.
 */
export async function refresh(
  deps: IdentityDeps,
  secret: string | undefined,
): Promise<IssuedTokens> {
  const { db, clock, counter, tokens } = deps;
  if (!secret) throw new AppError('unauthorized');
  const now = clock.now();
  const sessionId = await sessionOfToken(db, hashSecret(secret));
  if (sessionId === undefined) throw new AppError('unauthorized');
  await counter.take(`refresh:${sessionId}`, refreshLimit.max, refreshLimit.seconds);
  const renewed = await db.transaction(async (tx) => {
    const found = await lockRefreshToken(tx, hashSecret(secret));
    if (found === undefined || found.session.endedAt !== null || found.token.expiresAt <= now)
      return null;
    const { token, session } = found;
    // One that was used "in the future", before the clock was put back, was used all the same.
    if (token.usedAt !== null && Math.abs(now.getTime() - token.usedAt.getTime()) > reuseGraceMs) {
      await endSession(tx, session.id, 'refresh cookie used twice', now);
      const details = { sessionId: session.id };
      await recordAudit(tx, clock, null, {
        action: 'session.reuse-detected',
        entity: 'user',
        entityId: session.userId,
        details,
      });
      return null;
    }
    if (token.usedAt === null) await markTokenUsed(tx, token.hash, now);
    await touchSession(tx, { id: session.id, userId: session.userId, at: now });
    return { sessionId: session.id, refresh: await issueRefreshToken(tx, session.id, now) };
  });
  if (renewed === null) throw new AppError('unauthorized');
  return { access: await tokens.issue(renewed.sessionId), refresh: renewed.refresh };
}

/** Ends the session of either cookie; without one there is nothing to end. */
export async function signOut(
  deps: IdentityDeps,
  cookies: { access: string | undefined; refresh: string | undefined },
): Promise<void> {
  const { db, clock, tokens } = deps;
  await db.transaction(async (tx) => {
    const byRefresh = cookies.refresh
      ? await lockRefreshToken(tx, hashSecret(cookies.refresh))
      : undefined;
    const sessionId = byRefresh?.session.id ?? (await tokens.read(cookies.access));
    if (sessionId) await endSession(tx, sessionId, 'signed out', clock.now());
  });
}
