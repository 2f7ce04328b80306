import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller, SessionReader } from '../../platform/http/caller.ts';
import { toAccount } from './accounts.ts';
import { accessCookie, type AccessTokens } from './tokens.ts';
import { readLivingSession } from './session-repository.ts';
import { visitsSince } from './visits.ts';

/**
 * Reads the caller from the access cookie and the database: an ended session or a deactivated
 * account is nobody at once.
 */
export function sessionReader(pool: Pool, tokens: AccessTokens, clock: Clock): SessionReader {
  return {
    async read(cookies, claim): Promise<Caller | null> {
      const sessionId = await tokens.read(cookies[accessCookie]);
      const since = visitsSince(clock.now());
      const session =
        sessionId === null ? undefined : await readLivingSession(pool, sessionId, since);
      if (sessionId === null || !session?.account) return null;
      const authenticated = toAccount(session.account);
      const switchedInto = session.switchedInto?.id ?? null;
      const own: Caller = {
        sessionId,
        authenticated,
        user: authenticated,
        switched: false,
        switchedInto,
      };
      if (claim === null || claim.userId === authenticated.id) return own;
      if (session.switchedInto?.id === claim.userId) {
        return { ...own, user: toAccount(session.switchedInto), switched: true };
      }
      throw new AppError(claim.by === 'header' ? 'access_denied' : 'not_found');
    },
  };
}
