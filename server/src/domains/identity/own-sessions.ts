import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { OwnSession } from '@lintel/contract/identity/own-sessions';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { deviceWords } from './device-words.ts';
import { endSession, endSessionsOf } from './repository.ts';
import { sessions } from './tables.ts';
import { lifeOf } from './tokens.ts';

const usedWithin = (keep: boolean, now: Date) =>
  and(
    eq(sessions.keep, keep),
    gt(sessions.lastSeenAt, new Date(now.getTime() - lifeOf(keep) * 1000)),
  );

/** The sessions of an account that can still be used. */
const livingOf = (userId: number, now: Date) =>
  and(
    eq(sessions.userId, userId),
    isNull(sessions.endedAt),
    or(usedWithin(true, now), usedWithin(false, now)),
  );

/** Whether a session of the account with this id lives. */
export async function isLivingSession(
  db: Database,
  { userId, id, now }: { userId: number; id: string; now: Date },
): Promise<boolean> {
  const where = and(eq(sessions.id, id), livingOf(userId, now));
  return (await db.select({ id: sessions.id }).from(sessions).where(where)).length > 0;
}

/** Where the caller's account is signed in: this session first, then the last used. */
export async function readSessions(
  db: Database,
  { authenticated, sessionId }: Caller,
  { page, limit, now }: { page: number; limit: number; now: Date },
): Promise<{ data: OwnSession[]; total: number }> {
  const where = livingOf(authenticated.id, now);
  const isThis = sql<boolean>`${sessions.id} = ${sessionId}`;
  const rows = await db
    .select()
    .from(sessions)
    .where(where)
    .orderBy(desc(isThis), desc(sessions.lastSeenAt), sessions.id)
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db.select({ total: count() }).from(sessions).where(where);
  const data = rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: deviceWords(userAgent),
    address: address ?? 'Unknown address',
    signedInAt: createdAt.toISOString(),
    lastUsedAt: lastSeenAt.toISOString(),
    isThis: id === sessionId,
  }));
  return { data, total: all?.total ?? 0 };
}

interface Deps {
  db: Database;
  clock: Clock;
}

const aboutOwnAccount = ({ authenticated: { id, contractorId } }: Caller) => ({
  entity: 'user',
  entityId: id,
  contractorId,
});

/** Ends one session of the caller's account; whoever uses it is out with the next request. */
export async function endOneSession(
  { db, clock }: Deps,
  caller: Caller,
  sessionId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await endSession(tx, sessionId, 'signed out from another device', clock.now());
    await recordAudit(tx, clock, caller, {
      ...aboutOwnAccount(caller),
      action: 'session.ended',
      details: { sessionId },
    });
  });
}

/** Ends the sessions of the caller's account but for the one that asks. */
export async function endOtherSessions({ db, clock }: Deps, caller: Caller): Promise<void> {
  await db.transaction(async (tx) => {
    await endSessionsOf(tx, caller.authenticated.id, {
      reason: 'signed out from another device',
      at: clock.now(),
      except: caller.sessionId,
    });
    await recordAudit(tx, clock, caller, {
      ...aboutOwnAccount(caller),
      action: 'session.others-ended',
    });
  });
}

const keptDays = 90;
const batchSize = 1000;

/**
 * Deletes sessions that were over for 90 days, with their refresh cookies, and refresh cookies that
 * expired so long ago. A session that staff visited contractors in stays: it says when a visit
 * ended.
 */
export async function sweepSessions(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 3600 * 1000).toISOString();
  const longest = `${lifeOf(true)} seconds`;
  let deleted: number;
  do {
    const { rowCount } = await db.execute(sql`
      with gone as (
        select id from sessions s
        where s.last_seen_at < ${before}
          and coalesce(s.ended_at, s.last_seen_at + ${longest}::interval) < ${before}
          and not exists (select from staff_visits v where v.session_id = s.id)
        order by s.last_seen_at limit ${batchSize}
      ), cookies as (delete from refresh_tokens where session_id in (select id from gone))
      delete from sessions where id in (select id from gone)`);
    deleted = rowCount ?? 0;
  } while (deleted === batchSize);
  do {
    const { rowCount } = await db.execute(sql`
      delete from refresh_tokens where hash in (
        select hash from refresh_tokens where expires_at < ${before} limit ${batchSize})`);
    deleted = rowCount ?? 0;
  } while (deleted === batchSize);
}
