import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { batchByBatch } from '../../../platform/jobs/one-by-one.ts';
import { lockContractor, setPaymentStatus } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Payer } from '../payer-repository.ts';
import { hasAttemptDue, selectDuePayments, lastAttemptAt } from '../payments/index.ts';
import {
  addDays,
  discounted,
  dueAt,
  termPeriod,
  readPlanName,
  readTerms,
  type PlanTerms,
} from '../plans/index.ts';
import { enqueueCharge } from '../queue-jobs.ts';
import { billInstallment, writeInstallment } from './installments.ts';
import { nextPlanId, readNextYear } from './renewals.ts';
import {
  readSubscription,
  selectDue,
  selectEnding,
  updateSubscription,
  type SubscriptionRow,
} from './repository.ts';
import { endSubscription, movePlan } from './subscriptions.ts';

/** How many days ahead the next installment of a year is listed. */
const announceDays = 7;

/**
 * Bills everything due, announces what is due soon, and queues due attempts. Each subscription has
 * a separate transaction that reads it again under the contractor's lock, so that parallel runs, or
 * a run after a crash, bill nothing twice. A failure is logged and doesn't stop the others.
 */
export async function billAllDue(context: Context): Promise<void> {
  const now = context.clock.now();
  const announceUntil = addDays(now, announceDays);
  const { db, log } = context;
  const bill = {
    log,
    work: (due: { id: number; contractorId: number }) =>
      db.transaction((tx) => billOne(tx, context, { ...due, now, announceUntil })),
    failed: ({ id }: { id: number }) => `Subscription ${id} could not be billed`,
  };
  await batchByBatch(
    (afterId, limit) => selectDue(db, { now, announceUntil, afterId, limit }),
    bill,
  );
  await batchByBatch((afterId, limit) => selectEnding(db, { now, afterId, limit }), bill);
  await batchByBatch((afterId, limit) => selectDuePayments(db, { now, afterId, limit }), {
    log,
    work: (payment) => enqueueCharge(db, payment),
    failed: ({ id }) => `The attempt at payment ${id} could not be queued`,
  });
}

interface One {
  id: number;
  contractorId: number;
  now: Date;
  announceUntil: Date;
}

async function billOne(
  tx: Database,
  context: Context,
  { id, contractorId, now, announceUntil }: One,
): Promise<void> {
  const payer = await lockContractor(tx, contractorId);
  let subscription = await readSubscription(tx, { contractorId, id });
  if (isToEndBy(subscription, now)) return endWithYear(tx, context, payer, subscription);
  while (isDueBy(subscription, now)) {
    const later = await postponedUntil(tx, subscription, now);
    subscription =
      later === null
        ? await billNext(tx, context, payer, subscription, now)
        : await updateSubscription(tx, subscription, { nextBillingAt: later });
  }
  const isWithinYear =
    subscription.installmentsBilled > 0 &&
    subscription.installmentsBilled < subscription.installments;
  if (isWithinYear && isDueBy(subscription, announceUntil)) {
    await writeInstallment(tx, subscription, await readPlanName(tx, subscription), now);
  }
}

const isDueBy = ({ state, nextBillingAt }: SubscriptionRow, at: Date): boolean =>
  (state === 'active' || state === 'past_due') && nextBillingAt !== null && nextBillingAt <= at;

/**
 * The new date of an installment more than a day overdue, so that no contractor is charged for
 * several months in one day, and payment retries come first. Null to bill it now.
 */
async function postponedUntil(
  tx: Database,
  subscription: SubscriptionRow,
  now: Date,
): Promise<Date | null> {
  const { contractorId, installments, installmentsBilled } = subscription;
  const dayAgo = addDays(now, -1);
  const isMissed =
    installmentsBilled < installments && dueAt(subscription, installmentsBilled + 1) < dayAgo;
  if (!isMissed) return null;
  const last = await lastAttemptAt(tx, contractorId);
  if (last !== null && last > dayAgo) return addDays(last, 1);
  return (await hasAttemptDue(tx, contractorId, now)) ? addDays(now, 1) : null;
}

/**
 * Whether a subscription scheduled to end with its year ends now: the year is over, and nothing of
 * it is billed any more.
 */
const isToEndBy = ({ state, cancelAtTermEnd, termEnd }: SubscriptionRow, at: Date): boolean =>
  cancelAtTermEnd && (state === 'pending' || state === 'unpaid') && termEnd <= at;

async function endWithYear(
  tx: Database,
  context: Context,
  payer: Payer,
  subscription: SubscriptionRow,
): Promise<void> {
  await endSubscription(tx, context, subscription);
  await setPaymentStatus(tx, payer, 'Canceled');
  const entry = {
    action: 'subscription.canceled',
    entity: 'subscription',
    entityId: subscription.id,
  } as const;
  await recordAudit(tx, context.clock, null, { ...entry, contractorId: payer.id });
}

/** One step: the next installment of the year, the next year, or the end. */
async function billNext(
  tx: Database,
  context: Context,
  payer: Payer,
  subscription: SubscriptionRow,
  now: Date,
): Promise<SubscriptionRow> {
  const { installments, installmentsBilled } = subscription;
  if (installmentsBilled < installments) {
    const name = await readPlanName(tx, subscription);
    return (await billInstallment(tx, subscription, name, { tryAt: now, now })).subscription;
  }
  if (subscription.cancelAtTermEnd) {
    await endWithYear(tx, context, payer, subscription);
    return readSubscription(tx, subscription);
  }
  const planId = nextPlanId(subscription, payer);
  const plan = await readTerms(tx, planId);
  if (plan === undefined) throw new Error(`No plan ${planId}`);
  await movePlan(tx, context, payer, planId);
  if (plan.priceCents === 0) await setPaymentStatus(tx, payer, 'Unpaid');
  return renew(tx, subscription, { ...plan, ...(await readNextYear(tx, subscription, plan)) });
}

/**
 * Starts the next year on a plan, without a discount. A free year has nothing to bill until its
 * end.
 */
function renew(
  tx: Database,
  subscription: SubscriptionRow,
  plan: PlanTerms,
): Promise<SubscriptionRow> {
  const term = subscription.term + 1;
  const { start: termStart, end: termEnd } = termPeriod(subscription.startedAt, term);
  const { id: planId, priceCents, installments } = plan;
  const isFree = discounted(priceCents, 0) === 0;
  return updateSubscription(tx, subscription, {
    planId,
    priceCents,
    installments,
    discountPercent: 0,
    term,
    termStart,
    termEnd,
    installmentsBilled: isFree ? installments : 0,
    nextBillingAt: isFree ? termEnd : termStart,
    nextPlanId: null,
  });
}
