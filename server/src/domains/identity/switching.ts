import { recordAudit } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { setSwitchedUser } from './repository.ts';
import { readAccount } from './session-repository.ts';
import type { IdentityDeps } from './sign-in.ts';

/** Switches the session into an active contractor-side account; staff accounts do not exist for it (`not_found`). */
export async function switchInto(
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  caller: Caller,
  userId: number,
  reason: string,
): Promise<void> {
  const { db, clock } = deps;
  await db.transaction(async (tx) => {
    const target = await readAccount(tx, userId);
    if (target === null || target.kind === 'staff') throw new AppError('not_found');
    await setSwitchedUser(tx, caller.sessionId, userId, clock.now());
    const { contractorId } = target;
    await recordAudit(tx, clock, caller, {
      action: 'switch.started',
      entity: 'user',
      entityId: userId,
      contractorId,
      details: { reason },
    });
  });
}

/** Returns the session to its own account; when it is there already nothing happens. */
export async function switchBack(deps: Pick<IdentityDeps, 'db' | 'clock'>, caller: Caller): Promise<void> {
  const { db, clock } = deps;
  const from = caller.switchedInto;
  if (from === null) return;
  await db.transaction(async (tx) => {
    await setSwitchedUser(tx, caller.sessionId, null, null);
    const target = await readAccount(tx, from);
    const contractorId = target?.contractorId ?? null;
    await recordAudit(tx, clock, caller, { action: 'switch.ended', entity: 'user', entityId: from, contractorId });
  });
}
