import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { setPaymentStatus } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Payer } from '../payer-repository.ts';
import { reviveAnnounced } from '../payments/index.ts';
import { nextBillingDate } from '../plans/index.ts';
import { refundReplaced } from './cancellation.ts';
import { mailPlanChosen } from './mails.ts';
import {
  findSubscription,
  readSubscription,
  updateSubscription,
  type SubscriptionRow,
} from './repository.ts';
import { beginPlan, endSubscription, movePlan } from './subscriptions.ts';

/**
 * Starts a subscription to another plan now, in the transaction of the contractor's choice; the
 * contractor is locked. Returns its first payment; null when there is nothing to pay. The current
 * subscription ends. Until the payment succeeds, the contractor keeps the old plan, which
 * `undoChange` restores when the payment fails.
 */
export async function replaceSubscription(
  tx: Database,
  context: Context,
  { payer, planId, by }: { payer: Payer; planId: number; by: Caller },
): Promise<number | null> {
  const current = await findSubscription(tx, payer.id);
  if (current !== undefined) await endSubscription(tx, context, current);
  const { subscriptionId, paymentId } = await beginPlan(tx, context, payer, {
    contractorId: payer.id,
    planId,
    discountPercent: 0,
    attended: true,
    replaces: {
      subscriptionId: current?.id ?? null,
      planId: payer.planId,
      paymentStatus: payer.paymentStatus,
    },
  });
  await recordAudit(tx, context.clock, by, {
    action: 'subscription.plan-chosen',
    entity: 'subscription',
    entityId: subscriptionId,
    contractorId: payer.id,
    details: { from: payer.planId, to: planId },
  });
  if (paymentId === null) {
    await movePlan(tx, context, payer, planId);
    await setPaymentStatus(tx, payer, 'Unpaid');
    const from = context.clock.now();
    const begun = await readSubscription(tx, { contractorId: payer.id, id: subscriptionId });
    await mailPlanChosen(tx, context, payer, { subscription: begun, planId, from });
    return null;
  }
  // A canceled contractor's payment would be booked without opening the account.
  if (payer.paymentStatus === 'Canceled') await setPaymentStatus(tx, payer, 'Renewed');
  return paymentId;
}

/** Completes a plan change after its first payment: refunds the unused part of the old plan. */
export async function completeChange(
  tx: Database,
  context: Context,
  payer: Payer,
  subscription: SubscriptionRow,
): Promise<void> {
  const { replaces, planId, contractorId, state } = subscription;
  if (replaces === null || state === 'canceled') return;
  await updateSubscription(tx, subscription, { replaces: null });
  await movePlan(tx, context, payer, planId);
  if (replaces.subscriptionId !== null)
    await refundReplaced(tx, context, { contractorId, id: replaces.subscriptionId });
  if (replaces.planId === planId) return;
  const from = context.clock.now();
  await mailPlanChosen(tx, context, payer, { subscription, planId, from });
}

/**
 * Restores the contractor's state before a plan change whose first payment failed. Returns false
 * for any other subscription.
 */
export async function undoChange(
  tx: Database,
  context: Context,
  payer: Payer,
  subscription: SubscriptionRow,
): Promise<boolean> {
  const { replaces, state, contractorId } = subscription;
  if (replaces === null || state !== 'pending') return false;
  await endSubscription(tx, context, subscription);
  await setPaymentStatus(tx, payer, replaces.paymentStatus);
  if (replaces.subscriptionId !== null) {
    const id = replaces.subscriptionId;
    const old = await readSubscription(tx, { contractorId, id });
    await reviveAnnounced(tx, old);
    const nextBillingAt = nextBillingDate(old, old.installmentsBilled);
    await updateSubscription(tx, old, { state: 'active', canceledAt: null, nextBillingAt });
  }
  await recordAudit(tx, context.clock, null, {
    action: 'subscription.plan-unpaid',
    entity: 'subscription',
    entityId: subscription.id,
    contractorId,
  });
  return true;
}

/**
 * Sets the next year's plan as chosen by the contractor, and continues a subscription scheduled to
 * end. Choosing the current plan undoes an earlier choice.
 */
export async function chooseNextYearPlan(
  tx: Database,
  context: Context,
  { payer, planId, by }: { payer: Payer; planId: number; by: Caller },
): Promise<void> {
  const subscription = await findSubscription(tx, payer.id);
  if (subscription === undefined) throw new Error(`No subscription of contractor ${payer.id}`);
  const isPresent = planId === payer.planId;
  const changed = await updateSubscription(tx, subscription, {
    nextPlanId: isPresent ? null : planId,
    cancelAtTermEnd: false,
  });
  await recordAudit(tx, context.clock, by, {
    action: 'subscription.plan-chosen',
    entity: 'subscription',
    entityId: subscription.id,
    contractorId: payer.id,
    details: { from: subscription.nextPlanId ?? payer.planId, to: planId },
  });
  if (isPresent) return;
  const from = subscription.termEnd;
  await mailPlanChosen(tx, context, payer, { subscription: changed, planId, from });
}
