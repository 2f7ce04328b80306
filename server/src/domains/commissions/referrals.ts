import type { Context } from '../../platform/context.ts';
import type { listReferrals, ReferredFriend } from '@lintel/contract/commissions/report';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import { dayIn } from '../../platform/days.ts';
import { toDollars, toCents } from '../../platform/money.ts';
import { batchByBatch } from '../../platform/jobs/one-by-one.ts';
import { lockContractor, ensureReferralCode, referralLink } from '../contractors/index.ts';
import { ratesOn, readRates } from './rates.ts';
import {
  selectFriends,
  sumFriends,
  findDueBonus,
  selectDueFriends,
  type FriendRow,
} from './referral-repository.ts';
import { bookCommissions } from './book.ts';

/**
 * The referral URL that a contractor shares with friends. Throws `not_found` for an unknown
 * contractor.
 */
export const readReferralUrl = async (
  { db, config }: Context,
  contractorId: number,
): Promise<string> => referralLink(config.publicUrl, await ensureReferralCode(db, contractorId));

/** A page of a contractor's friends with the earnings from each, and in total. */
export async function readReferrals(
  { db, clock, config }: Context,
  contractorId: number,
  { page, limit }: { page: number; limit: number },
): Promise<ResponseBody<typeof listReferrals>> {
  const timeZone = config.BUSINESS_TIME_ZONE;
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
  const state = referralState(friend);
  return {
    id,
    companyName,
    signedUpAt: signedUpAt.toISOString(),
    state,
    earnedAt: state === 'ended' || state === 'signed_up' ? null : (earnedAt?.toISOString() ?? null),
    bonus: bookedCents > 0 ? toDollars(bookedCents) : expected,
  };
}

function referralState({ bookedCents, earnedAt, hasPaid }: FriendRow): ReferredFriend['state'] {
  if (bookedCents > 0) return 'earned';
  if (earnedAt !== null) return 'waiting';
  return hasPaid ? 'ended' : 'signed_up';
}

/**
 * Books the bonus for each referred friend who has paid for long enough, once per friend, and
 * returns how many. A later payment can earn a reversed bonus again. A failed bonus doesn't stop
 * the others.
 */
export async function bookBonuses(context: Context): Promise<number> {
  const due = { timeZone: context.config.BUSINESS_TIME_ZONE, now: context.clock.now() };
  let booked = 0;
  await batchByBatch((afterId, limit) => selectDueFriends(context.db, { ...due, afterId, limit }), {
    log: context.log,
    work: async (friendId) => void (booked += await bookBonus(context, friendId, due)),
    failed: (friendId) => `The bonus for friend ${friendId} was not booked`,
  });
  return booked;
}

/** Checks again after locking the friend: a refund or another run may have come first. */
const bookBonus = (
  context: Context,
  friendId: number,
  when: { timeZone: string; now: Date },
): Promise<number> =>
  context.db.transaction(async (tx) => {
    const friend = await lockContractor(tx, friendId);
    const due = await findDueBonus(tx, friendId, when);
    if (friend.referralId === null || due === null) return 0;
    const { referral } = ratesOn(
      await readRates(tx),
      dayIn(due.earnedAt, context.config.BUSINESS_TIME_ZONE),
    );
    return bookCommissions(tx, context, [
      {
        contractorId: friend.referralId,
        type: 'referral',
        source: `referral:${friendId}:${due.paymentId}`,
        userName: `${friend.firstName} ${friend.lastName}`.trim(),
        companyName: friend.companyName,
        amountCents: toCents(referral),
        earnedAt: due.earnedAt,
        friendId,
      },
    ]);
  });
