import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { mailAbout, type AccountDeps } from '../account-mail.ts';
import { removeAllFactors } from '../factor-repository.ts';
import { endSessionsOf } from '../repository.ts';
import { lockStaffAccount } from './repository.ts';
import { beginChange, requireNoMore } from './rules.ts';

/**
 * Takes all second factors of a colleague away, who has lost them: signed out everywhere, and led to
 * set up another one at the next sign-in. Throws `not_found`, `access_denied` where the account can
 * do more than the caller, or `conflict`: the own account, or nothing to reset.
 */
export async function resetStaffFactors(
  deps: AccountDeps,
  caller: Caller,
  id: number,
  reason: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const held = await beginChange(tx, caller);
    const row = await lockStaffAccount(tx, id);
    if (row === undefined) throw new AppError('not_found');
    await requireNoMore(tx, held, row);
    if (id === caller.authenticated.id)
      throw new AppError('conflict', {
        message: 'You cannot reset your own two-step verification. Ask another member of staff.',
      });
    if (row.factors.length === 0)
      throw new AppError('conflict', { message: 'This account has no second factor.' });
    await removeAllFactors(tx, id);
    await endSessionsOf(tx, id, { reason: 'second factors reset', at: deps.clock.now() });
    await recordAudit(tx, deps.clock, caller, {
      action: 'user.factors-reset',
      entity: 'user',
      entityId: id,
      contractorId: null,
      details: { reason, factors: row.factors },
    });
    await mailAbout(tx, deps, row.user, (common) => ({
      event: 'two-step-changed',
      data: {
        ...common,
        what: 'Your two-step verification was reset by our staff. You are signed out everywhere, and set it up again when you sign in.',
      },
    }));
  });
}
