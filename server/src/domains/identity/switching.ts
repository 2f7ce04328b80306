import { eq } from 'drizzle-orm';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { setSwitchedUser } from './repository.ts';
import { readAccount } from './session-repository.ts';
import type { IdentityDeps } from './sign-in.ts';
import { sessions, users } from './tables.ts';
import { endVisit, startVisit, visitsSince } from './visits.ts';

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
    };
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
  };
  await recordAudit(tx, clock, caller, { ...entry, contractorId: left?.contractorId ?? null });
}
