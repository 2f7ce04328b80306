import { dayIn } from '../../platform/days.ts';
import { batchByBatch } from '../../platform/jobs/one-by-one.ts';
import { toCents } from '../../platform/money.ts';
import { bookCommissions } from './book.ts';
import type { BookAllDeps, MonthlyDeps } from './monthly.ts';
import { ratesOn, readRates } from './rates.ts';
import { findDueBonus, lockFriend, selectDueFriends } from './referral-repository.ts';

/**
 * Books the bonus for each referred friend who has paid for long enough, once for each friend, and
 * returns how many. A bonus that was taken back can be earned again by a later payment. One that
 * fails does not stop the others.
 */
export async function bookBonuses(deps: BookAllDeps): Promise<number> {
  const due = { timeZone: deps.timeZone, now: deps.clock.now() };
  let booked = 0;
  await batchByBatch((afterId, limit) => selectDueFriends(deps.db, { ...due, afterId, limit }), {
    log: deps.log,
    work: async (friendId) => void (booked += await bookBonus(deps, friendId, due)),
    failed: (friendId) => `The bonus for friend ${friendId} was not booked`,
  });
  return booked;
}

/** Looks again once the friend is locked: a refund or another run may have come first. */
const bookBonus = (
  deps: MonthlyDeps,
  friendId: number,
  when: { timeZone: string; now: Date },
): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const friend = await lockFriend(tx, friendId);
    const due = await findDueBonus(tx, friendId, when);
    if (friend?.referralId == null || due === null) return 0;
    const { referral } = ratesOn(await readRates(tx), dayIn(due.earnedAt, deps.timeZone));
    return bookCommissions(tx, deps, [
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
