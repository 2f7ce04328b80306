import type { listReferrals, ReferredFriend } from '@lintel/contract/commissions/report';
import type { Answered } from '@lintel/contract/core/endpoint';
import { dayIn } from '../../platform/days.ts';
import { toDollars } from '../../platform/money.ts';
import { referralCodeOf, referralLink } from '../contractors/index.ts';
import { ratesOn, readRates } from './rates.ts';
import { selectFriends, sumFriends, type FriendRow } from './referral-repository.ts';
import type { ReportDeps } from './report.ts';

/** The address that a contractor gives to friends. Throws `not_found` for an unknown contractor. */
export const referralUrlOf = async (
  { db, publicUrl }: ReportDeps & { publicUrl: string },
  contractorId: number,
): Promise<string> => referralLink(publicUrl, await referralCodeOf(db, contractorId));

/** A page of a contractor's friends with what each brought, and what all of them brought. */
export async function readReferrals(
  { db, clock, timeZone }: ReportDeps,
  contractorId: number,
  { page, limit }: { page: number; limit: number },
): Promise<Answered<typeof listReferrals>> {
  const [friends, { total, earnedCents }, dated] = await Promise.all([
    selectFriends(db, contractorId, { timeZone, limit, offset: (page - 1) * limit }),
    sumFriends(db, contractorId),
    readRates(db),
  ]);
  const bonusOn = (at: Date): number => ratesOn(dated, dayIn(at, timeZone)).referral;
  return {
    data: friends.map((friend) => presentFriend(friend, bonusOn(friend.earnedAt ?? clock.now()))),
    total,
    bonus: bonusOn(clock.now()),
    earned: toDollars(earnedCents),
  };
}

function presentFriend(friend: FriendRow, expected: number): ReferredFriend {
  const { id, companyName, signedUpAt, earnedAt, bookedCents } = friend;
  const state = stateOf(friend);
  return {
    id,
    companyName,
    signedUpAt: signedUpAt.toISOString(),
    state,
    earnedAt: state === 'ended' || state === 'signed_up' ? null : (earnedAt?.toISOString() ?? null),
    bonus: bookedCents > 0 ? toDollars(bookedCents) : expected,
  };
}

function stateOf({ bookedCents, earnedAt, hasPaid }: FriendRow): ReferredFriend['state'] {
  if (bookedCents > 0) return 'earned';
  if (earnedAt !== null) return 'waiting';
  return hasPaid ? 'ended' : 'signed_up';
}
