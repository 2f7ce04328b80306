import { and, count, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { visitMinutes } from '@lintel/contract/identity/visit-constants';
import type { StaffVisit } from '@lintel/contract/identity/visits';
import type { Database } from '../../../platform/db/connect.ts';
import type { Context } from '../../../platform/context.ts';
import { sessions, staffVisits, users } from '../tables.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { fullNames, setSwitchedUser } from '../repository.ts';
import { readAccount } from './repository.ts';

const visitMs = visitMinutes * 60_000;

/** A session that switched before this time is back in its own account. */
export const visitsSince = (now: Date): Date => new Date(now.getTime() - visitMs);

/** When the session's visit ends automatically; null while it is in its own account. */
export async function visitEnd(db: Database, sessionId: string, now: Date): Promise<Date | null> {
  const [session] = await db
    .select({ switchedAt: sessions.switchedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  const at = session?.switchedAt ?? null;
  return at === null || at <= visitsSince(now) ? null : new Date(at.getTime() + visitMs);
}

interface NewVisit {
  contractorId: number;
  userId: number;
  actorId: number;
  sessionId: string;
  reason: string;
}

async function startVisit(tx: Database, visit: NewVisit, startedAt: Date): Promise<void> {
  await tx
    .insert(staffVisits)
    .values({ ...visit, startedAt, endsAt: new Date(startedAt.getTime() + visitMs) });
}

/** Ends the session's current visit to a contractor, unless it already expired. */
async function endVisit(
  tx: Database,
  { contractorId, sessionId }: Pick<NewVisit, 'contractorId' | 'sessionId'>,
  endedAt: Date,
): Promise<void> {
  await tx
    .update(staffVisits)
    .set({ endedAt })
    .where(
      and(
        eq(staffVisits.contractorId, contractorId),
        eq(staffVisits.sessionId, sessionId),
        isNull(staffVisits.endedAt),
        lt(sql`${endedAt.toISOString()}::timestamptz`, staffVisits.endsAt),
      ),
    );
}

/** The earliest of its end, the session's end, and its expiry. Null while it is active at `now`. */
function visitEndDate(
  { endedAt, endsAt }: { endedAt: Date | null; endsAt: Date },
  sessionEndedAt: Date | null,
  now: Date,
): Date | null {
  if (endedAt !== null) return endedAt;
  if (sessionEndedAt !== null) return sessionEndedAt < endsAt ? sessionEndedAt : endsAt;
  return endsAt <= now ? endsAt : null;
}

/** End times of these sessions, for those that ended. */
async function readVisitEnds(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, Date | null>> {
  const rows = await db
    .select({ id: sessions.id, endedAt: sessions.endedAt })
    .from(sessions)
    .where(inArray(sessions.id, [...ids]));
  return new Map(rows.map(({ id, endedAt }) => [id, endedAt]));
}

/** One page of staff visits to a contractor, newest first. */
export async function readVisits(
  db: Database,
  contractorId: number,
  { page, limit, now }: { page: number; limit: number; now: Date },
): Promise<{ data: StaffVisit[]; total: number }> {
  const where = eq(staffVisits.contractorId, contractorId);
  const rows = await db
    .select()
    .from(staffVisits)
    .where(where)
    .orderBy(desc(staffVisits.id))
    .limit(limit)
    .offset((page - 1) * limit);
  if (rows.length === 0 && page === 1) return { data: [], total: 0 };
  const [all] = await db.select({ total: count() }).from(staffVisits).where(where);
  const people = rows.flatMap(({ actorId, userId }) => [actorId, userId]);
  const names = await fullNames(db, [...new Set(people)]);
  const ends = await readVisitEnds(
    db,
    rows.map(({ sessionId }) => sessionId),
  );
  const data = rows.map((visit) => ({
    id: visit.id,
    staff: names.get(visit.actorId) ?? '',
    account: names.get(visit.userId) ?? '',
    reason: visit.reason,
    startedAt: visit.startedAt.toISOString(),
    endedAt: visitEndDate(visit, ends.get(visit.sessionId) ?? null, now)?.toISOString() ?? null,
  }));
  return { data, total: all?.total ?? 0 };
}

/**
 * Switches the session into an active contractor-side account for a limited time and ends a
 * previous switch. Staff accounts are `not_found`. The contractor can read `reason`.
 */
export async function switchInto(
  context: Context,
  caller: Caller,
  userId: number,
  reason: string,
): Promise<void> {
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    await leave(tx, context, caller);
    const target = await readAccount(tx, userId);
    if (target === null || target.contractorId === null) throw new AppError('not_found');
    const now = clock.now();
    const { contractorId } = target;
    await setSwitchedUser(tx, caller.sessionId, userId, now);
    const visit = {
      contractorId,
      userId,
      actorId: caller.authenticated.id,
      sessionId: caller.sessionId,
      reason,
    };
    await startVisit(tx, visit, now);
    const entry = {
      action: 'switch.started',
      entity: 'user',
      entityId: userId,
      contractorId,
      details: { reason },
    } as const;
    await recordAudit(tx, clock, caller, entry);
  });
}

/** Returns the session to its own account; does nothing when it is already there. */
export async function switchBack(context: Context, caller: Caller): Promise<void> {
  await context.db.transaction((tx) => leave(tx, context, caller));
}

/** Ends the session's switch, even if it already expired. */
async function leave(tx: Database, { clock }: Context, caller: Caller): Promise<void> {
  const [session] = await tx
    .select()
    .from(sessions)
    .where(eq(sessions.id, caller.sessionId))
    .for('update');
  if (!session?.switchedUserId || session.switchedAt === null) return;
  const now = clock.now();
  const timedOut = session.switchedAt <= visitsSince(now);
  await setSwitchedUser(tx, session.id, null, null);
  const [left] = await tx
    .select({ contractorId: users.contractorId })
    .from(users)
    .where(eq(users.id, session.switchedUserId));
  const contractorId = left?.contractorId ?? null;
  if (contractorId !== null) await endVisit(tx, { contractorId, sessionId: session.id }, now);
  const entry = {
    action: 'switch.ended',
    entity: 'user',
    entityId: session.switchedUserId,
    details: { timedOut },
  } as const;
  await recordAudit(tx, clock, caller, { ...entry, contractorId });
}
