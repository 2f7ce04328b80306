import type { Caller } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/errors.ts';

/** Whether the caller looks at this contractor's account. */
export const ownsContractor = (caller: Caller, contractorId: number): boolean =>
  caller.user.contractorId === contractorId;

/**
 * Throws `not_found` unless the caller looks at this contractor's account: others' ids do not exist
 * for them.
 */
export function requireOwnContractor(caller: Caller, contractorId: number): void {
  if (!ownsContractor(caller, contractorId)) throw new AppError('not_found');
}
