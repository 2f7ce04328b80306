import { dayIn } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { BillingHooks } from '../billing/index.ts';
import { bookCommissions, type BookDeps, type Earning } from './book.ts';
import { ratesOn, readRates, shareLeft, shareOf } from './rates.ts';
import { isWithinDays, lockFriend, refundedBesides } from './referral-repository.ts';
import { commissionsForFriend, findPayment, type Commission } from './repository.ts';

type Paid = Parameters<BillingHooks['onPaid']>[1];
type Refunded = Parameters<BillingHooks['onRefunded']>[1];

/**
 * What other domains do when commissions of contractors were taken back: called in the transaction
 * that books it.
 */
export interface CommissionHooks {
  onTakenBack(tx: Database, contractorIds: readonly number[]): Promise<void>;
}

/**
 * What a friend's payments and refunds mean for the partner and the referrer, by the name of the
 * hook of billing; booked in billing's transaction.
 */
export const commissionHooks = (deps: BookDeps, hooks: CommissionHooks): BillingHooks => ({
  onPaid: (tx, paid) => bookPartnerShare(tx, deps, paid),
  onRefunded: (tx, refunded) => takeBackForRefund(tx, { ...deps, ...hooks }, refunded),
});

/** Books the partner's share of a payment of a contractor that has a partner. */
export async function bookPartnerShare(
  tx: Database,
  deps: BookDeps,
  { paymentId, contractorId, amountCents, at }: Paid,
): Promise<void> {
  const friend = await lockFriend(tx, contractorId);
  if (friend?.partnerId == null) return;
  const { partner } = ratesOn(await readRates(tx), dayIn(at, deps.timeZone));
  await bookCommissions(tx, deps, [
    {
      contractorId: friend.partnerId,
      type: 'partner',
      source: `partner:${paymentId}`,
      userName: `${friend.firstName} ${friend.lastName}`.trim(),
      companyName: friend.companyName,
      amountCents: shareOf(amountCents, partner),
      fundedAmountCents: amountCents,
      earnedAt: at,
      friendId: contractorId,
    },
  ]);
}

/** Takes back what a refunded payment has earned its partner and its referrer. */
export async function takeBackForRefund(
  tx: Database,
  deps: BookDeps & CommissionHooks,
  refund: Refunded,
): Promise<void> {
  // Locked, so that refunds of one payment, or a refund and the bonus, are booked one after the
  // other.
  await lockFriend(tx, refund.contractorId);
  const earnings = [
    ...(await partnerShareBack(tx, refund)),
    ...(await bonusBack(tx, deps, refund)),
  ];
  if (earnings.length === 0 || (await bookCommissions(tx, deps, earnings)) === 0) return;
  await deps.onTakenBack(tx, [...new Set(earnings.map(({ contractorId }) => contractorId))]);
}

/**
 * The partner keeps the share of what is left of the payment. It is calculated from the whole with
 * each refund, so that nothing is left after a full refund, however many parts it came in.
 */
async function partnerShareBack(tx: Database, refund: Refunded): Promise<Earning[]> {
  const base = `partner:${refund.paymentId}`;
  const all = await commissionsForFriend(tx, refund.contractorId, 'partner');
  const booked = all.filter(({ source }) => source === base || source.startsWith(`${base}:`));
  const share = booked.find(({ source }) => source === base);
  const source = `${base}:refund:${refund.refundId}`;
  if (share?.fundedAmountCents == null || booked.some((one) => one.source === source)) return [];
  const left = share.fundedAmountCents - (await refundedWith(tx, refund));
  const kept = shareLeft(share.amountCents, Math.max(0, left), share.fundedAmountCents);
  const amountCents = kept - booked.reduce((sum, one) => sum + one.amountCents, 0);
  return [takenBack(share, { source, amountCents, refund })];
}

/**
 * The bonus is taken back when the payment that earned it was fully refunded within the days that
 * it had to last.
 */
async function bonusBack(tx: Database, deps: BookDeps, refund: Refunded): Promise<Earning[]> {
  const booked = await commissionsForFriend(tx, refund.contractorId, 'referral');
  const bonus = booked.find(
    ({ source }) => source === `referral:${refund.contractorId}:${refund.paymentId}`,
  );
  const payment = await findPayment(tx, {
    contractorId: refund.contractorId,
    id: refund.paymentId,
  });
  if (bonus === undefined || payment?.paidAt == null) return [];
  if (!(await isWithinDays(tx, { at: refund.at, paidAt: payment.paidAt, timeZone: deps.timeZone })))
    return [];
  if ((await refundedWith(tx, refund)) < payment.amountCents) return [];
  return [
    takenBack(bonus, { source: `${bonus.source}:refund`, amountCents: -bonus.amountCents, refund }),
  ];
}

/** All refunds of the payment together with this one, in cents. */
const refundedWith = async (
  tx: Database,
  { contractorId, paymentId, refundId, amountCents }: Refunded,
): Promise<number> =>
  amountCents + (await refundedBesides(tx, { contractorId, id: paymentId }, refundId));

/** The negative row beside the one that it takes back from. */
const takenBack = (
  from: Commission,
  { source, amountCents, refund }: { source: string; amountCents: number; refund: Refunded },
): Earning => ({
  contractorId: from.contractorId,
  type: from.type,
  source,
  userName: from.userName,
  companyName: from.companyName,
  amountCents,
  fundedAmountCents: -refund.amountCents,
  earnedAt: refund.at,
  friendId: refund.contractorId,
  takesBackId: from.id,
});
