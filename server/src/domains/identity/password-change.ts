import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { mailAbout, type AccountDeps } from './account-mail.ts';
import { endSessionsOf, findUser, setUser, voidLinks } from './account-repository.ts';
import { requireViewed } from './policy.ts';
import { hashPassword } from './sign-in.ts';

/**
 * Sets the caller's own password; its other sessions end. Nobody sets another's password, not even while switched
 * (`access_denied`); another id is `not_found`.
 */
export async function changePassword(deps: AccountDeps, caller: Caller, userId: number, password: string): Promise<void> {
  requireViewed(caller, userId);
  if (caller.switched) throw new AppError('access_denied');
  const passwordHash = await hashPassword(password);
  await deps.db.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    if (user === undefined) throw new AppError('not_found');
    const at = deps.clock.now();
    await setUser(tx, userId, { passwordHash });
    await voidLinks(tx, userId, ['reset-password', 'confirm-account'], at);
    await endSessionsOf(tx, userId, { reason: 'password changed', at, except: caller.sessionId });
    await recordAudit(tx, deps.clock, caller, { action: 'user.password-changed', entity: 'user', entityId: userId });
    await mailAbout(tx, deps, user, 'password-changed', { data: { link: deps.links.restore } });
  });
}
