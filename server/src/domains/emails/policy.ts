import { accountEvents } from '@lintel/contract/emails-constants';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';

/** Whether messages about this always go, whatever is unsubscribed or disabled. */
export const isAccountEvent = (event: string): boolean =>
  accountEvents.some((one) => one === event);

/** Preferences are those of the own account, or of the one that is switched into. */
export function requireOwnUser(caller: Caller, userId: number): void {
  if (userId !== caller.user.id && userId !== caller.authenticated.id)
    throw new AppError('not_found');
}
