import { accessTo } from '@lintel/contract/core/access';
import { payoutAccess } from '@lintel/contract/payouts-constants';
import { AppError } from '../../platform/errors.ts';
import { mayUse, type Caller } from '../../platform/http/caller.ts';

const own = accessTo('payout-tax');

/**
 * Whoever looks at the contractor's account may read; so may staff who review tax forms, of any
 * contractor. Else `not_found`.
 */
export function requireReader(caller: Caller, contractorId: number): void {
  const looksAt = caller.user.contractorId === contractorId && mayUse(own, caller);
  if (!looksAt && !mayUse(payoutAccess.reviewing, caller)) throw new AppError('not_found');
}

/**
 * Bank details and tax forms are changed by the contractor alone: whoever is switched into the
 * account is refused (`access_denied`), and another contractor's id does not exist (`not_found`).
 */
export function requireOwner(caller: Caller, contractorId: number): void {
  if (caller.user.contractorId !== contractorId) throw new AppError('not_found');
  if (caller.switched) {
    throw new AppError('access_denied', {
      message: 'Only the contractor can change bank details and hand in a tax form.',
    });
  }
}
