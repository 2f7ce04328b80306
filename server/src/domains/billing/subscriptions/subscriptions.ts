import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockContractor, setPaymentStatus, setPlan } from '../../contractors/index.ts';
import { planEffects } from '../../identity/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Payer } from '../payer-repository.ts';
import {
  readPaidUntil,
  reviveAnnounced,
  updatePayment,
  voidOpenPayments,
} from '../payments/index.ts';
import {
  installmentAmount,
  clockChargesAfter,
  discounted,
  nextBillingDate,
  termAt,
  termPeriod,
  readTerms,
} from '../plans/index.ts';
import { billInstallment } from './installments.ts';
import { mailCanceled, mailContinues } from './mails.ts';
import type { ReplacedPlan } from './tables.ts';
import {
  findLatestSubscription,
  findSubscription,
  insertSubscription,
  updateSubscription,
  type SubscriptionRow,
} from './repository.ts';

const audit = auditor('subscription');

interface NewSubscription {
  contractorId: number;
  planId: number;
  /** Off the first year: 10 for a referred friend. */
  discountPercent: number;
  /**
   * A visitor is waiting, and the caller calls `payFirst` right after its transaction. If that
   * doesn't happen, the clock charges 15 minutes later. Otherwise a job charges immediately.
   */
  attended?: boolean;
  /** What a failed first payment restores. */
  replaces?: ReplacedPlan;
}

/**
 * The new subscription; `paymentId` is its first installment, null when there is nothing to pay.
 */
interface SubscriptionStart {
  subscriptionId: number;
  paymentId: number | null;
}

/**
 * Subscribes a contractor to a plan, in the caller's transaction: its first installment becomes a
 * payment to charge. Throws `not_found` for an unknown contractor or plan, `conflict` when a
 * subscription already exists.
 */
export async function startSubscription(
  tx: Database,
  context: Pick<Context, 'clock'>,
  beginning: NewSubscription,
): Promise<SubscriptionStart> {
  const payer = await lockContractor(tx, beginning.contractorId);
  await setPlan(tx, payer, beginning.planId);
  return beginPlan(tx, context, payer, beginning);
}

/**
 * Sets a locked contractor's plan with immediate effect. Deactivates team users beyond its limit.
 */
export async function movePlan(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  payer: Pick<Payer, 'id' | 'planId'>,
  planId: number,
): Promise<void> {
  if (payer.planId === planId) return;
  await setPlan(tx, payer, planId);
  await planEffects(clock).fitTeam(tx, payer.id);
}

/** The same for a locked contractor, without setting its plan. */
export async function beginPlan(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  payer: Payer,
  beginning: NewSubscription,
): Promise<SubscriptionStart> {
  const { planId, discountPercent, attended, replaces } = beginning;
  if ((await findSubscription(tx, payer.id)) !== undefined) {
    throw new AppError('conflict', { message: 'This contractor already has a subscription.' });
  }
  const plan = await readTerms(tx, planId);
  if (plan === undefined) throw new AppError('not_found');
  const now = clock.now();
  const { start: termStart, end: termEnd } = termPeriod(now, 1);
  const { priceCents, installments } = plan;
  const isFree = installmentAmount(discounted(priceCents, discountPercent), installments, 1) === 0;
  const made = await insertSubscription(tx, {
    contractorId: payer.id,
    planId,
    state: isFree ? 'active' : 'pending',
    priceCents,
    discountPercent,
    installments,
    termStart,
    termEnd,
    startedAt: now,
    ...(replaces && !isFree && { replaces }),
    // A free year is checked again when it ends, because its contractor may be on another plan by
    // then.
    ...(isFree && { installmentsBilled: installments, nextBillingAt: termEnd }),
  });
  if (isFree) return { subscriptionId: made.id, paymentId: null };
  const at = attended ? clockChargesAfter(now) : now;
  const { paymentId } = await billInstallment(tx, made, plan.name, { tryAt: at, now });
  return { subscriptionId: made.id, paymentId };
}

/** The person who ends or reopens a subscription; null for the payment provider. */
type Initiator = Caller | null;

/** The other decisions of staff: the internal reason, and the refunded amount as text. */
interface StaffDecision {
  reason: string;
  refund: string;
}

/**
 * Ends the subscription now, in the caller's transaction: the contractor is Canceled and owes
 * nothing more. An open attempt may still succeed; it is booked then, and the contractor stays
 * Canceled. The contractor gets an e-mail. Throws `not_found`.
 */
export async function cancelNow(
  tx: Database,
  context: Context,
  contractorId: number,
  by: Initiator,
  more: Partial<StaffDecision> = {},
): Promise<void> {
  const payer = await lockContractor(tx, contractorId);
  const subscription = await findSubscription(tx, contractorId);
  if (subscription !== undefined) await endSubscription(tx, context, subscription);
  await setPaymentStatus(tx, payer, 'Canceled');
  if (subscription !== undefined && subscription.state !== 'pending')
    await mailCanceled(tx, context, payer, {
      subscription,
      isNow: true,
      refund: more.refund ?? '',
    });
  await audit(tx, context, by, 'canceled', {
    contractorId,
    ...(subscription && { entityId: subscription.id }),
    details: more,
  });
}

/** Ends a subscription whose contractor is locked. */
export async function endSubscription(
  tx: Database,
  { clock }: Context,
  subscription: SubscriptionRow,
): Promise<void> {
  const now = clock.now();
  await voidOpenPayments(tx, subscription, now);
  await updateSubscription(tx, subscription, {
    state: 'canceled',
    canceledAt: now,
    nextBillingAt: null,
  });
}

/**
 * Schedules the subscription to end with its current year (`end`), or to continue after all, in the
 * caller's transaction, and e-mails the contractor. Throws `not_found` without a subscription.
 */
export async function setCancelAtTermEnd(
  tx: Database,
  context: Context,
  request: { contractorId: number; end: boolean } & Partial<StaffDecision>,
  by: Initiator,
): Promise<void> {
  const { contractorId, end, refund = '', reason } = request;
  const payer = await lockContractor(tx, contractorId);
  const subscription = await findSubscription(tx, contractorId);
  if (subscription === undefined) throw new AppError('not_found');
  if (subscription.cancelAtTermEnd === end) return;
  const year =
    end && subscription.priceCents === 0 ? freeYear(subscription, context.clock.now()) : {};
  const changed = await updateSubscription(tx, subscription, { cancelAtTermEnd: end, ...year });
  if (end) await mailCanceled(tx, context, payer, { subscription: changed, isNow: false, refund });
  else await mailContinues(tx, context, payer, changed);
  await audit(tx, context, by, end ? 'end-set' : 'end-taken-back', {
    contractorId,
    entityId: subscription.id,
    ...(reason !== undefined && { details: { reason, refund } }),
  });
}

/**
 * The current year of a free subscription, regardless of the clock's progress, so that the clock
 * checks it when that year ends.
 */
function freeYear({ startedAt }: SubscriptionRow, now: Date): Partial<SubscriptionRow> {
  const term = termAt(startedAt, now);
  const { start: termStart, end: termEnd } = termPeriod(startedAt, term);
  return { term, termStart, termEnd, nextBillingAt: termEnd };
}

/** How a canceled contractor's subscription would continue. */
interface Reopening {
  /** The end of the paid period; null when it is over. */
  paidUntil: Date | null;
  /** The subscription that continues, because the contractor is still on the paid plan. */
  resumes: SubscriptionRow | null;
}

/** What is left of a contractor's last subscription. */
export async function readReopening(
  db: Database,
  { clock }: Context,
  { id: contractorId, planId }: Pick<Payer, 'id' | 'planId'>,
): Promise<Reopening> {
  const ended = await findLatestSubscription(db, contractorId);
  if (ended?.state !== 'canceled') return { paidUntil: null, resumes: null };
  const paidUntil = await readPaidUntil(db, ended);
  if (paidUntil === null || paidUntil <= clock.now()) return { paidUntil: null, resumes: null };
  return { paidUntil, resumes: ended.planId === planId ? ended : null };
}

/**
 * Reopens a canceled contractor's subscription by staff, in the caller's transaction. Within the
 * paid period it continues where it ended: nothing is charged before that period is over.
 * Otherwise, or on another plan, it restarts at the plan's current price: the first installment is
 * owed, the contractor is Renewed until it is paid, and nothing is charged until the contractor
 * pays it or adds a card. Throws `not_found`, or `conflict` for a contractor who isn't canceled.
 */
export async function reopenSubscription(
  tx: Database,
  context: Context,
  contractorId: number,
  by: Initiator,
): Promise<SubscriptionStart & Pick<Reopening, 'paidUntil'>> {
  const payer = await lockContractor(tx, contractorId);
  // The staff's dialog sets Renewed in the same transaction.
  if (payer.paymentStatus !== 'Canceled' && payer.paymentStatus !== 'Renewed') {
    throw new AppError('conflict', { message: 'This contractor is not canceled.' });
  }
  if (payer.planId === null)
    throw new AppError('conflict', { message: 'Please choose a plan for this contractor first.' });
  const { planId } = payer;
  const { paidUntil, resumes } = await readReopening(tx, context, payer);
  if (resumes !== null) {
    await resume(tx, payer, resumes);
    await audit(tx, context, by, 'resumed', {
      contractorId,
      entityId: resumes.id,
    });
    return { subscriptionId: resumes.id, paymentId: null, paidUntil };
  }
  const begun = await beginPlan(tx, context, payer, {
    contractorId,
    planId,
    discountPercent: 0,
    attended: true,
  });
  // Renewed means waiting for a payment, so it doesn't apply when there is nothing to pay.
  await setPaymentStatus(tx, payer, begun.paymentId === null ? 'Unpaid' : 'Renewed');
  if (begun.paymentId !== null)
    await updatePayment(tx, { contractorId, id: begun.paymentId }, reopened);
  await audit(tx, context, by, 'reopened', {
    contractorId,
    entityId: begun.subscriptionId,
  });
  return { ...begun, paidUntil: null };
}

/**
 * Payments stay valid: the year continues at its price, and the next installment is billed on its
 * original date.
 */
async function resume(tx: Database, payer: Payer, ended: SubscriptionRow): Promise<void> {
  await reviveAnnounced(tx, ended);
  const nextBillingAt = nextBillingDate(ended, ended.installmentsBilled);
  await updateSubscription(tx, ended, {
    state: 'active',
    canceledAt: null,
    cancelAtTermEnd: false,
    nextBillingAt,
  });
  await setPaymentStatus(tx, payer, 'Paid');
}

/**
 * The first payment of a reopened contractor, which can be paid on the Billing page like a failed
 * one.
 */
const reopened = {
  state: 'Failed',
  nextTryAt: null,
  failureCode: 'reopened',
  failureMessage: 'Your account was reopened. Please make this payment to use it again.',
} as const;
