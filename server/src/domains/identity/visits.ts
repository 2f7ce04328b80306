import { and, count, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { visitMinutes } from '@lintel/contract/identity/visit-constants';
import type { StaffVisit } from '@lintel/contract/identity/visits';
import type { Database } from '../../platform/db/connect.ts';
import { sessions, staffVisits, users } from './tables.ts';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { setSwitchedUser } from './repository.ts';
import { readAccount } from './session-repository.ts';
import type { IdentityDeps } from './sign-in.ts';

const visitMs = visitMinutes * 60_000;

/** A session that was switched before this moment is in its own account again. */
export const visitsSince = (now: Date): Date => new Date(now.getTime() - visitMs);

/** When the visit that a session is on ends by itself; null while it is in its own account. */
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

/** Ends the visit that a session is on, unless its time is over already. */
async function endVisit(tx: Database, sessionId: string, endedAt: Date): Promise<void> {
  const open = and(eq(staffVisits.sessionId, sessionId), isNull(staffVisits.endedAt));
  await tx
    .update(staffVisits)
    .set({ endedAt })
    .where(and(open, lt(sql`${endedAt.toISOString()}::timestamptz`, staffVisits.endsAt)));
}

/**
 * Whichever came first: it was ended, the session ended, its time was over. Null while it goes on
 * at `now`.
 */
const endOf = (now: Date) =>
  sql<Date | null>`
  case when ${staffVisits.endedAt} is not null then ${staffVisits.endedAt}
       when ${sessions.endedAt} is not null then least(${sessions.endedAt}, ${staffVisits.endsAt})
       when ${staffVisits.endsAt} <= ${now.toISOString()}::timestamptz then ${staffVisits.endsAt} end`.mapWith(
    staffVisits.endsAt,
  );

/** One page of a contractor's visits by staff, the newest first. */
export async function readVisits(
  db: Database,
  contractorId: number,
  { page, limit, now }: { page: number; limit: number; now: Date },
): Promise<{ data: StaffVisit[]; total: number }> {
  const actor = alias(users, 'actor');
  const where = eq(staffVisits.contractorId, contractorId);
  const fullName = (who: typeof users | typeof actor) =>
    sql<string>`btrim(${who.firstname} || ' ' || ${who.lastname})`;
  const rows = await db
    .select({
      visit: staffVisits,
      staff: fullName(actor),
      account: fullName(users),
      endedAt: endOf(now),
    })
    .from(staffVisits)
    .innerJoin(actor, eq(actor.id, staffVisits.actorId))
    .innerJoin(users, eq(users.id, staffVisits.userId))
    .innerJoin(sessions, eq(sessions.id, staffVisits.sessionId))
    .where(where)
    .orderBy(desc(staffVisits.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db.select({ total: count() }).from(staffVisits).where(where);
  const data = rows.map(({ visit: { id, reason, startedAt }, staff, account, endedAt }) => ({
    id,
    staff,
    account,
    reason,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
  return { data, total: all?.total ?? 0 };
}

type SwitchDeps = Pick<IdentityDeps, 'db' | 'clock'>;

/**
 * Switches the session into an active contractor-side account for a limited time; a switch that
 * goes on ends. Staff accounts do not exist for it (`not_found`). `reason` is for the contractor to
 * read.
 */
export async function switchInto(
  deps: SwitchDeps,
  caller: Caller,
  userId: number,
  reason: string,
): Promise<void> {
  const { db, clock } = deps;
  await db.transaction(async (tx) => {
    await leave(tx, deps, caller);
    const target = await readAccount(tx, userId);
    if (target === null || target.kind === 'staff' || target.contractorId === null)
      throw new AppError('not_found');
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

/** Returns the session to its own account; when it is there already nothing happens. */
export async function switchBack(deps: SwitchDeps, caller: Caller): Promise<void> {
  await deps.db.transaction((tx) => leave(tx, deps, caller));
}

/** Ends what the session is switched into, also when its time was over before. */
async function leave(tx: Database, { clock }: SwitchDeps, caller: Caller): Promise<void> {
  const [session] = await tx
    .select()
    .from(sessions)
    .where(eq(sessions.id, caller.sessionId))
    .for('update');
  if (!session?.switchedUserId || session.switchedAt === null) return;
  const now = clock.now();
  const timedOut = session.switchedAt <= visitsSince(now);
  await setSwitchedUser(tx, session.id, null, null);
  await endVisit(tx, session.id, now);
  const [left] = await tx.select().from(users).where(eq(users.id, session.switchedUserId));
  const entry = {
    action: 'switch.ended',
    entity: 'user',
    entityId: session.switchedUserId,
    details: { timedOut },
  } as const;
  await recordAudit(tx, clock, caller, { ...entry, contractorId: left?.contractorId ?? null });
}
