import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { mailAbout, type Addressee } from '../mail/index.ts';
import { removeAllFactors, selectProofWays, lockAccount } from '../factors/index.ts';
import { endUserSessions, findUser } from '../repository.ts';
import { findTeamUser } from '../team/index.ts';
import { lockStaffAccount } from './repository.ts';
import { beginChange, requireNoMore } from './rules.ts';

/**
 * Removes all second factors of a colleague who lost them: signs the account out everywhere and
 * requires setup at the next sign-in. Throws `not_found`, `access_denied` when the account has more
 * privileges than the caller, or `conflict`: own account, or nothing to reset.
 */
export async function resetStaffFactors(
  context: Context,
  caller: Caller,
  id: number,
  reason: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const held = await beginChange(tx, caller);
    const row = await lockStaffAccount(tx, id);
    if (row === undefined) throw new AppError('not_found');
    await requireNoMore(tx, held, row);
    if (id === caller.authenticated.id)
      throw new AppError('conflict', {
        message: 'You cannot reset your own two-step verification. Ask another member of staff.',
      });
    if (row.factors.length === 0) throw nothingToReset();
    await removeFactors(tx, context, caller, { user: row.user, reason, factors: row.factors });
  });
}

/**
 * Removes all second factors of a contractor-side account. Throws `not_found` for any other, or
 * `conflict` when there is nothing to reset.
 */
export async function resetContractorFactors(
  context: Context,
  caller: Caller,
  id: number,
  reason: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockAccount(tx, id);
    const user = await findUser(tx, id);
    if (user === undefined || user.contractorId === null || user.removedAt !== null)
      throw new AppError('not_found');
    const factors = (await selectProofWays(tx, id)).filter((way) => way !== 'recovery-code');
    if (factors.length === 0) throw nothingToReset();
    await removeFactors(tx, context, caller, { user, reason, factors });
  });
}

/**
 * Removes all second factors of a team user, by the contractor's owner. Throws `not_found`, or
 * `conflict` when there is nothing to reset.
 */
export async function resetTeamFactors(
  context: Context,
  caller: Caller,
  { contractorId, userId }: { contractorId: number; userId: number },
  reason: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    const user = await findTeamUser(tx, contractorId, userId);
    if (user === undefined) throw new AppError('not_found');
    const factors = (await selectProofWays(tx, userId)).filter((way) => way !== 'recovery-code');
    if (factors.length === 0) throw nothingToReset();
    const by = { action: 'team-user.factors-reset', who: "your company's owner" } as const;
    await removeFactors(tx, context, caller, { user, reason, factors, ...by });
  });
}

const nothingToReset = (): AppError =>
  new AppError('conflict', { message: 'This account has no second factor.' });

interface Reset {
  user: Addressee;
  reason: string;
  factors: readonly string[];
  action?: 'user.factors-reset' | 'team-user.factors-reset' | 'lender-person.factors-reset';
  /** The actor, as named in the notice. */
  who?: string;
}

/** Removes all factors, ends the sessions, notifies the account, and audits it. */
export async function removeFactors(
  tx: Database,
  context: Context,
  caller: Caller,
  { user, reason, factors, action = 'user.factors-reset', who = 'our staff' }: Reset,
): Promise<void> {
  await removeAllFactors(tx, user.id);
  await endUserSessions(tx, user.id, { reason: 'second factors reset', at: context.clock.now() });
  await recordAudit(tx, context.clock, caller, {
    action,
    entity: 'user',
    entityId: user.id,
    contractorId: user.contractorId,
    details: { reason, factors },
  });
  await mailAbout(tx, context, user, (common) => ({
    event: 'two-step-changed',
    data: {
      ...common,
      what: `Your two-step verification was reset by ${who}. You're signed out everywhere and can set it up again when you sign in.`,
    },
  }));
}
