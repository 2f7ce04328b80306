import { and, count, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { OwnSession } from '@lintel/contract/identity/own-sessions';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Context } from '../../../platform/context.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { deviceWords } from '../devices/index.ts';
import { endSession, endUserSessions } from '../repository.ts';
import { sessions } from '../tables.ts';
import { sessionSeconds } from '../sign-in/index.ts';

const usedWithin = (keep: boolean, now: Date) =>
  and(
    eq(sessions.keep, keep),
    gt(sessions.lastSeenAt, new Date(now.getTime() - sessionSeconds(keep) * 1000)),
  );

/** Condition for active sessions of an account. */
const isActiveSession = (userId: number, now: Date) =>
  and(
    eq(sessions.userId, userId),
    isNull(sessions.endedAt),
    or(usedWithin(true, now), usedWithin(false, now)),
  );

/** Which of these sessions are active. */
export async function livingSessions(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        inArray(sessions.id, [...ids]),
        isNull(sessions.endedAt),
        or(usedWithin(true, now), usedWithin(false, now)),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Whether the account has an active session with this id. */
export async function isLivingSession(
  db: Database,
  { userId, id, now }: { userId: number; id: string; now: Date },
): Promise<boolean> {
  const where = and(eq(sessions.id, id), isActiveSession(userId, now));
  return (await db.select({ id: sessions.id }).from(sessions).where(where)).length > 0;
}

/** The account's active sessions: the current one first, then the last used. */
export async function readSessions(
  db: Database,
  { authenticated, sessionId }: Caller,
  { page, limit, now }: { page: number; limit: number; now: Date },
): Promise<{ data: OwnSession[]; total: number }> {
  const where = isActiveSession(authenticated.id, now);
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

const aboutOwnAccount = ({ authenticated: { id, contractorId } }: Caller) => ({
  entity: 'user',
  entityId: id,
  contractorId,
});

/** Ends one session of the caller's account; its browser is signed out with the next request. */
export async function endOneSession(
  { db, clock }: Context,
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

/** Ends the sessions of the caller's account except the current one. */
export async function endOtherSessions({ db, clock }: Context, caller: Caller): Promise<void> {
  await db.transaction(async (tx) => {
    await endUserSessions(tx, caller.authenticated.id, {
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

const retentionDays = 90;
const batchSize = 1000;
const nilId = '00000000-0000-0000-0000-000000000000';

/** A session and its last use, at full database precision. */
interface OldSession extends Record<string, unknown> {
  id: string;
  seenAt: string;
}

/**
 * Deletes sessions that ended 90 days ago, with their refresh cookies, and refresh cookies that
 * expired that long ago. Keeps sessions with staff visits, because they record when a visit ended.
 */
export async function sweepSessions(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 24 * 3600 * 1000).toISOString();
  for (let after: OldSession | null = { id: nilId, seenAt: '-infinity' }; after !== null;) {
    const batch: OldSession[] = await sessionsOver(db, before, after);
    await deleteUnvisited(
      db,
      batch.map(({ id }) => id),
    );
    after = batch.length < batchSize ? null : (batch.at(-1) ?? null);
  }
  let deleted: number;
  do {
    const { rowCount } = await db.execute(sql`
      delete from refresh_tokens where hash in (
        select hash from refresh_tokens where expires_at < ${before} limit ${batchSize})`);
    deleted = rowCount ?? 0;
  } while (deleted === batchSize);
}

/** The next batch of sessions that ended before a given time, ordered by last use. */
async function sessionsOver(
  db: Database,
  before: string,
  { id, seenAt }: OldSession,
): Promise<OldSession[]> {
  const longest = `${sessionSeconds(true)} seconds`;
  const { rows } = await db.execute<OldSession>(sql`
    select id, last_seen_at::text "seenAt" from sessions
    where last_seen_at < ${before}
      and coalesce(ended_at, last_seen_at + ${longest}::interval) < ${before}
      and (last_seen_at, id) > (${seenAt}::timestamptz, ${id}::uuid)
    order by last_seen_at, id limit ${batchSize}`);
  return rows;
}

/** Deletes those of these sessions without a staff visit, with their refresh cookies. */
async function deleteUnvisited(db: Database, ids: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct session_id id from staff_visits where session_id = any(${toArrayLiteral(ids)}::uuid[])
      and ${acrossContractors('A session may have visited any contractor.')}`,
  );
  const visited = new Set(rows.map(({ id }) => id));
  const gone = toArrayLiteral(ids.filter((id) => !visited.has(id)));
  await db.execute(sql`
    with cookies as (delete from refresh_tokens where session_id = any(${gone}::uuid[]))
    delete from sessions where id = any(${gone}::uuid[])`);
}

const toArrayLiteral = (ids: readonly string[]): string => `{${ids.join(',')}}`;
