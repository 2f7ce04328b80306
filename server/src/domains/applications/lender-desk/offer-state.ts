import type { DeskOfferState } from '@lintel/contract/lender-desk/constants';
import { isExpired, isFunded, isReversed } from '../offer-state.ts';
import type { Offer } from '../repository.ts';

/** An offer's state for its lender, among all of that lender's offers. */
export function offerState(offer: Offer, own: readonly Offer[], now: Date): DeskOfferState {
  if (isFunded(offer)) return 'funded';
  if (isReversed(offer)) return 'reversed';
  if (offer.withdrawnAt !== null)
    return own.some(({ replaces }) => replaces === offer.reference) ? 'replaced' : 'withdrawn';
  if (isExpired(offer, now)) return 'expired';
  if (offer.chosenAt === null) return 'open';
  if (offer.approvedAt !== null) return 'approved';
  return offer.conditionallyApprovedAt === null ? 'chosen' : 'conditional';
}
