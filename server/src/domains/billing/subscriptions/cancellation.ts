import { dayMs } from '@lintel/contract/core/durations';
import type { Cancellation, CancellationPreview } from '@lintel/contract/billing/cancellation';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { dollarsText, toCents, toDollars } from '../../../platform/money.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import { findPayer } from '../payer-repository.ts';
import {
  selectChargeDisputes,
  queueRefund,
  selectUnused,
  type PaymentRow,
} from '../payments/index.ts';
import { findSubscription, findSubscriptionWithPlan } from './repository.ts';
import { cancelNow, setCancelAtTermEnd } from './subscriptions.ts';

/** The part of a payment for whole days to come, in cents, rounded down. */
export function unusedCents(
  {
    amountCents,
    refundedCents,
    lostCents,
    periodStart,
    periodEnd,
  }: Pick<PaymentRow, 'amountCents' | 'refundedCents' | 'lostCents' | 'periodStart' | 'periodEnd'>,
  now: Date,
): number {
  const days = Math.round((periodEnd.getTime() - periodStart.getTime()) / dayMs);
  const left = Math.floor((periodEnd.getTime() - now.getTime()) / dayMs);
  if (days <= 0 || left <= 0) return 0;
  const unused = Math.floor((amountCents * Math.min(left, days)) / days);
  return Math.min(unused, amountCents - refundedCents - lostCents);
}

interface UnusedCredit {
  payment: PaymentRow;
  cents: number;
}

/** The refundable part of a subscription, without disputed payments. */
async function findUnused(
  db: Database,
  { clock }: Context,
  subscription: { contractorId: number; id: number },
): Promise<UnusedCredit[]> {
  const now = clock.now();
  const unused: UnusedCredit[] = [];
  for (const payment of await selectUnused(db, subscription, now)) {
    const disputes = await selectChargeDisputes(db, payment.contractorId, payment.chargeId ?? '');
    const cents = unusedCents(payment, now);
    if (cents > 0 && !disputes.some(({ state }) => state === 'open'))
      unused.push({ payment, cents });
  }
  return unused;
}

const sumUnused = (unused: readonly UnusedCredit[]): number =>
  unused.reduce((sum, { cents }) => sum + cents, 0);

/** What canceling a contractor would end and could refund now. Throws `not_found`. */
export async function previewCancellation(
  db: Database,
  context: Context,
  contractorId: number,
): Promise<CancellationPreview> {
  if ((await findPayer(db, contractorId)) === undefined) throw new AppError('not_found');
  const found = await findSubscriptionWithPlan(db, contractorId);
  if (found === undefined)
    return { isPaying: false, planName: '', termEnd: null, endsAtTermEnd: false, refundable: 0 };
  const { subscription, plan } = found;
  const isPaying = subscription.state !== 'pending' && subscription.priceCents > 0;
  return {
    isPaying,
    planName: plan.name,
    termEnd: subscription.termEnd.toISOString(),
    endsAtTermEnd: subscription.cancelAtTermEnd,
    refundable: isPaying ? toDollars(sumUnused(await findUnused(db, context, subscription))) : 0,
  };
}

/**
 * Cancels a contractor as decided by staff, in their transaction; the contractor is locked. Throws
 * `conflict` when a paying contractor is canceled without a decision, when the unused part has
 * changed, or when no year can end.
 */
export async function cancelByStaff(
  tx: Database,
  context: Context,
  by: Caller,
  { contractorId, decision }: { contractorId: number; decision: Cancellation | undefined },
): Promise<void> {
  const { isPaying } = await previewCancellation(tx, context, contractorId);
  if (decision === undefined) {
    if (isPaying)
      throw new AppError('conflict', {
        message: 'Choose when the plan ends and whether to refund, and enter the reason.',
      });
    return cancelNow(tx, context, contractorId, by);
  }
  if (decision.when === 'term-end' && !isPaying)
    throw new AppError('conflict', { message: 'This contractor has no paid year to end.' });
  const { refund, reason } = decision;
  const refunded = await refundUnused(tx, context, by, { contractorId, refund, reason });
  const more = { reason, refund: refunded };
  if (decision.when === 'now') return cancelNow(tx, context, contractorId, by, more);
  return setCancelAtTermEnd(tx, context, { contractorId, end: true, ...more }, by);
}

/** Queues the refunds of the unused part; returns their sum as text, empty for none. */
async function refundUnused(
  tx: Database,
  context: Context,
  by: Caller,
  { contractorId, refund, reason }: { contractorId: number; refund: number; reason: string },
): Promise<string> {
  if (refund === 0) return '';
  const found = await findSubscriptionWithPlan(tx, contractorId);
  const unused = found === undefined ? [] : await findUnused(tx, context, found.subscription);
  const cents = sumUnused(unused);
  if (cents !== toCents(refund))
    throw new AppError('conflict', {
      message: `The unused part is now ${dollarsText(cents)}. Nothing was saved.`,
    });
  await queueRefunds(tx, context, unused, { reason, userId: by.authenticated.id });
  return dollarsText(cents);
}

async function queueRefunds(
  tx: Database,
  context: Context,
  unused: readonly UnusedCredit[],
  why: { reason: string; userId: number | null },
): Promise<void> {
  for (const { payment, cents: amountCents } of unused)
    await queueRefund(tx, context, {
      ...why,
      paymentId: payment.id,
      contractorId: payment.contractorId,
      amountCents,
      key: `cancellation:${payment.id}:${payment.refundedCents}`,
    });
}

/** The unused part of what was paid for a subscription, by days, in cents. */
export const unusedSum = async (
  db: Database,
  context: Context,
  subscription: { contractorId: number; id: number },
): Promise<number> => sumUnused(await findUnused(db, context, subscription));

/** Queues the refunds of a subscription's unused part after the contractor chose another plan. */
export async function refundReplaced(
  tx: Database,
  context: Context,
  subscription: { contractorId: number; id: number },
): Promise<void> {
  const unused = await findUnused(tx, context, subscription);
  await queueRefunds(tx, context, unused, { reason: 'Changed to another plan', userId: null });
}

/** Undoes a scheduled cancellation. Throws `conflict` when none is scheduled (any more). */
export async function keepByStaff(
  tx: Database,
  context: Context,
  contractorId: number,
  by: Caller,
): Promise<void> {
  await lockContractor(tx, contractorId);
  const subscription = await findSubscription(tx, contractorId);
  if (subscription?.cancelAtTermEnd !== true)
    throw new AppError('conflict', { message: 'This subscription isn’t scheduled to end.' });
  await setCancelAtTermEnd(tx, context, { contractorId, end: false }, by);
}
