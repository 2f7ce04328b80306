import type { Context } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Listeners } from '../../platform/events.ts';
import type { DisputedPayment, RefundedPayment, SucceededPayment } from '../billing/index.ts';
import './events.ts';
import { lockContractor } from '../contractors/index.ts';
import { bookCommissions, type Earning } from './book.ts';
import { reverseForFunding } from './funding-reversals.ts';
import { ratesOn, readRates, shareLeft, computeShare } from './rates.ts';
import { isWithinDays, refundedBesides } from './referral-repository.ts';
import {
  commissionsForFriend,
  findPayment,
  holdCommissions,
  type Commission,
} from './repository.ts';

/**
 * The effects of a friend's payments, refunds, and disputes on the partner and the referrer, and of
 * a lender's reversals on the contractor.
 */
export const commissionListeners = (context: Context): Listeners => ({
  'payment.succeeded': (tx, payment) => bookPartnerShare(tx, context, payment),
  'payment.refunded': (tx, refund) => reverseForRefund(tx, context, refund),
  'payment.disputed': (tx, dispute) => reviewForDispute(tx, context, dispute),
  'funding.reversed': (tx, reversal) => reverseForFunding(tx, context, reversal),
});

/** Books the partner's share of a contractor's payment, if it has a partner. */
async function bookPartnerShare(
  tx: Database,
  context: Context,
  { paymentId, contractorId, amountCents, at }: SucceededPayment,
): Promise<void> {
  const friend = await lockContractor(tx, contractorId);
  if (friend.partnerId === null) return;
  const { partner } = ratesOn(await readRates(tx), dayIn(at, context.config.BUSINESS_TIME_ZONE));
  await bookCommissions(tx, context, [
    {
      contractorId: friend.partnerId,
      type: 'partner',
      source: `partner:${paymentId}`,
      userName: `${friend.firstName} ${friend.lastName}`.trim(),
      companyName: friend.companyName,
      amountCents: computeShare(amountCents, partner),
      fundedAmountCents: amountCents,
      earnedAt: at,
      friendId: contractorId,
    },
  ]);
}

/** Reverses what a refunded payment earned its partner and its referrer. */
async function reverseForRefund(
  tx: Database,
  context: Context,
  refund: RefundedPayment,
): Promise<void> {
  // The lock serializes refunds of one payment, and a refund with the bonus.
  await lockContractor(tx, refund.contractorId);
  const earnings = [
    ...(await partnerShareBack(tx, refund)),
    ...(await bonusBack(tx, context, refund)),
  ];
  if (earnings.length === 0 || (await bookCommissions(tx, context, earnings)) === 0) return;
  await context.emit(tx, 'commissions.reversed', {
    contractorIds: [...new Set(earnings.map(({ contractorId }) => contractorId))],
  });
}

/** A commission for a friend's payment, with its later adjustments. */
interface FriendCommission {
  earning: Commission;
  all: readonly Commission[];
  /** What is left of the commission. */
  cents: number;
}

async function bookedFor(
  tx: Database,
  friendId: number,
  type: 'partner' | 'referral',
  base: string,
): Promise<FriendCommission | null> {
  const booked = await commissionsForFriend(tx, friendId, type);
  const all = booked.filter(({ source }) => source === base || source.startsWith(`${base}:`));
  const earning = all.find(({ source }) => source === base);
  const cents = all.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return earning === undefined ? null : { earning, all, cents };
}

const shareFor = (tx: Database, { contractorId, paymentId }: RefundedPayment | DisputedPayment) =>
  bookedFor(tx, contractorId, 'partner', `partner:${paymentId}`);

const bonusFor = (tx: Database, { contractorId, paymentId }: RefundedPayment | DisputedPayment) =>
  bookedFor(tx, contractorId, 'referral', `referral:${contractorId}:${paymentId}`);

/** The share of a payment reduced by `lost` cents. */
const shareAfter = ({ amountCents, fundedAmountCents }: Commission, lost: number): number =>
  fundedAmountCents === null
    ? amountCents
    : shareLeft(amountCents, Math.max(0, fundedAmountCents - lost), fundedAmountCents);

/**
 * The partner keeps the share of the rest of the payment. Each refund recalculates it from the
 * whole, so a full refund leaves nothing, in however many parts it came.
 */
async function partnerShareBack(tx: Database, refund: RefundedPayment): Promise<Earning[]> {
  const booked = await shareFor(tx, refund);
  if (booked === null) return [];
  const source = `${booked.earning.source}:refund:${refund.refundId}`;
  if (booked.all.some((one) => one.source === source)) return [];
  const left = shareAfter(booked.earning, await reversedCents(tx, refund));
  return [reversal(booked.earning, { source, amountCents: left - booked.cents, refund })];
}

/**
 * The bonus is reversed when the payment that earned it is fully refunded within the required days.
 */
async function bonusBack(
  tx: Database,
  context: Context,
  refund: RefundedPayment,
): Promise<Earning[]> {
  const booked = await bonusFor(tx, refund);
  const payment = await findPayment(tx, {
    contractorId: refund.contractorId,
    id: refund.paymentId,
  });
  if (booked === null || payment?.paidAt == null) return [];
  if (
    !(await isWithinDays(tx, {
      at: refund.at,
      paidAt: payment.paidAt,
      timeZone: context.config.BUSINESS_TIME_ZONE,
    }))
  )
    return [];
  if ((await reversedCents(tx, refund)) < payment.amountCents) return [];
  const { earning, cents } = booked;
  return [reversal(earning, { source: `${earning.source}:refund`, amountCents: -cents, refund })];
}

/** All refunds of the payment including this one, plus amounts lost to disputes, in cents. */
async function reversedCents(
  tx: Database,
  { contractorId, paymentId, refundId, amountCents }: RefundedPayment,
): Promise<number> {
  const payment = { contractorId, id: paymentId };
  const lostCents = (await findPayment(tx, payment))?.lostCents ?? 0;
  return amountCents + lostCents + (await refundedBesides(tx, payment, refundId));
}

/**
 * While a payment is disputed, no payout includes its partner share and referral bonus. A lost
 * dispute reverses them; a later win restores them. A report without changes books nothing.
 */
async function reviewForDispute(
  tx: Database,
  context: Context,
  dispute: DisputedPayment,
): Promise<void> {
  await lockContractor(tx, dispute.contractorId);
  const [share, bonus] = [await shareFor(tx, dispute), await bonusFor(tx, dispute)];
  const earned = [share, bonus].filter((one) => one !== null);
  if (earned.length === 0) return;
  const all = earned.flatMap((one) => one.all);
  const changed = all.filter(({ onHold }) => onHold !== dispute.isOpen);
  await holdCommissions(tx, changed, dispute.isOpen);
  const payment = await findPayment(tx, {
    contractorId: dispute.contractorId,
    id: dispute.paymentId,
  });
  const lost = (payment?.refundedCents ?? 0) + dispute.lostCents;
  const adjustments: Earning[] = [];
  if (share !== null) adjustments.push(adjusted(share, shareAfter(share.earning, lost), dispute));
  const isRefunded = bonus?.all.some(({ source }) => source.endsWith(':refund')) ?? true;
  if (bonus !== null && !isRefunded) {
    const isLost = dispute.lostCents > 0 && lost >= (payment?.amountCents ?? 0);
    adjustments.push(adjusted(bonus, isLost ? 0 : bonus.earning.amountCents, dispute));
  }
  const booked = await bookCommissions(tx, context, adjustments);
  if (changed.length === 0 && booked === 0) return;
  await context.emit(tx, 'commissions.reversed', {
    contractorIds: [...new Set(earned.map(({ earning }) => earning.contractorId))],
  });
}

/** The row that adjusts an earning to `left` cents. */
const adjusted = (
  { earning, cents }: FriendCommission,
  left: number,
  { contractorId, lostCents, reference, at }: DisputedPayment,
): Earning => ({
  contractorId: earning.contractorId,
  type: earning.type,
  source: `${earning.source}:dispute:${reference}:${at.getTime()}`,
  userName: earning.userName,
  companyName: earning.companyName,
  amountCents: left - cents,
  fundedAmountCents: -lostCents,
  earnedAt: at,
  friendId: contractorId,
  reversesId: earning.id,
});

/** The negative row that reverses part or all of a commission. */
const reversal = (
  from: Commission,
  { source, amountCents, refund }: { source: string; amountCents: number; refund: RefundedPayment },
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
  reversesId: from.id,
});
