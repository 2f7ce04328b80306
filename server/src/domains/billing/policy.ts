import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';

/**
 * The contractor of the user that a path names: the caller, or whom the caller is switched into.
 * Throws `not_found`.
 */
export function contractorOfUser(caller: Caller, userId: number | undefined): number {
  const { id, contractorId } = caller.user;
  if (contractorId === null || (userId !== undefined && userId !== id))
    throw new AppError('not_found');
  return contractorId;
}
