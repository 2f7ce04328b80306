import type { Offer } from './repository.ts';

type Facts = Pick<Offer, 'expiresAt' | 'chosenAt' | 'approvedAt' | 'fundedAt' | 'withdrawnAt'>;

/** Whether an offer expired before it was chosen; keep in step with `isOfferGone`. */
export const isExpired = (offer: Facts, now: Date): boolean =>
  offer.expiresAt !== null &&
  offer.expiresAt <= now &&
  offer.chosenAt === null &&
  offer.approvedAt === null &&
  offer.fundedAt === null;

/** Whether an offer can no longer be chosen: its lender withdrew or replaced it, or it expired. */
export const isGone = (offer: Facts, now: Date): boolean =>
  offer.withdrawnAt !== null || isExpired(offer, now);

type Money = Pick<Offer, 'fundedAt' | 'fundedAmountCents' | 'reversedAmountCents'>;

/** Whether the lender reversed all that it had paid; the time of the funding stays. */
export const isReversed = ({ fundedAmountCents, reversedAmountCents }: Money): boolean =>
  reversedAmountCents > 0 && fundedAmountCents === 0;

/** Whether the lender paid, and didn't reverse all of it. */
export const isFunded = (offer: Money): boolean => offer.fundedAt !== null && !isReversed(offer);
