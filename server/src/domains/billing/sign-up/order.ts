import { referralTerms } from '@lintel/contract/commissions/constants';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockContractor, setPaymentStatus, setPlan } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import { findOpenAttempt } from '../payments/index.ts';
import { installmentAmount, discounted, type PlanRow } from '../plans/index.ts';
import {
  endSubscription,
  startSubscription,
  findSubscription,
  type SubscriptionRow,
} from '../subscriptions/index.ts';
import type { Attempt } from './attempts.ts';
import { paymentUnderWay } from './registration.ts';
import { findFirstPayment, updateSignUp } from './repository.ts';

export const signUpDiscount = ({ isReferred }: { isReferred: boolean }): number =>
  isReferred ? referralTerms.friendDiscount : 0;

/** The amount due today, in cents. */
export const amountDueToday = (
  { priceCents, installmentIntervalsCount: parts }: PlanRow,
  percent: number,
): number => installmentAmount(discounted(priceCents, percent), parts, 1);

/** Whether an earlier subscription still matches the requested plan and price. */
const isSame = (begun: SubscriptionRow, plan: PlanRow, discountPercent: number): boolean =>
  begun.planId === plan.id &&
  begun.priceCents === plan.priceCents &&
  begun.installments === plan.installmentIntervalsCount &&
  begun.discountPercent === discountPercent;

/**
 * Returns the first payment of the contractor's subscription, which starts here unless it already
 * exists; an order for another plan or price ends unpaid. Null when there is nothing to pay. Runs
 * in the caller's transaction. Throws `in_progress` while the earlier order is being charged: an
 * automatic attempt may have started since the caller's check, and moving money must not lose its
 * order.
 */
export async function beginSubscription(
  tx: Database,
  context: Context,
  plan: PlanRow,
  attempt: Attempt,
): Promise<number | null> {
  const { contractorId, tokenHash } = attempt;
  const discountPercent = signUpDiscount(attempt);
  const payer = await lockContractor(tx, contractorId);
  const begun = await findSubscription(tx, contractorId);
  if (begun !== undefined) {
    if (begun.state !== 'pending')
      throw new AppError('conflict', { message: 'This company already has a subscription.' });
    const first = await findFirstPayment(tx, contractorId);
    if (first !== undefined && (await findOpenAttempt(tx, first.payment)) !== undefined)
      throw paymentUnderWay();
    if (first !== undefined && isSame(begun, plan, discountPercent)) {
      await setPlan(tx, payer, plan.id);
      await updateSignUp(tx, tokenHash, { subscriptionId: begun.id });
      return first.payment.id;
    }
    await endSubscription(tx, context, begun);
    // It owes nothing.
    await setPaymentStatus(tx, payer, 'Unpaid');
  }
  const subscriptionTerms = { contractorId, planId: plan.id, discountPercent, attended: true };
  const { paymentId, subscriptionId } = await startSubscription(tx, context, subscriptionTerms);
  await updateSignUp(tx, tokenHash, { subscriptionId });
  return paymentId;
}
