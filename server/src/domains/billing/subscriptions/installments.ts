import type { Database } from '../../../platform/db/connect.ts';
import { ensurePayment, updatePayment, type PaymentRow } from '../payments/index.ts';
import {
  addDays,
  installmentAmount,
  discounted,
  nextBillingDate,
  installmentPeriod,
} from '../plans/index.ts';
import { enqueueCharge } from '../queue-jobs.ts';
import { updateSubscription, type SubscriptionRow } from './repository.ts';

/**
 * The payment of the year's next installment, created when missing. Null when the installment costs
 * nothing.
 */
export async function writeInstallment(
  tx: Database,
  subscription: SubscriptionRow,
  planName: string,
  now: Date,
): Promise<PaymentRow | null> {
  const { id, contractorId, term, installments, discountPercent } = subscription;
  const installment = subscription.installmentsBilled + 1;
  const amountCents = installmentAmount(
    discounted(subscription.priceCents, discountPercent),
    installments,
    installment,
  );
  if (amountCents === 0) return null;
  const { start: periodStart, end: periodEnd } = installmentPeriod(subscription, installment);
  return ensurePayment(tx, {
    number: `${id}-${term}-${String(installment).padStart(2, '0')}`,
    descriptions: installmentLines(subscription, planName, installment),
    contractorId,
    subscriptionId: id,
    term,
    installment,
    amountCents,
    periodStart,
    periodEnd,
    createdAt: now,
  });
}

function installmentLines(
  { term, installments, discountPercent }: SubscriptionRow,
  planName: string,
  installment: number,
): string[] {
  return [
    `${planName} plan, year ${term}`,
    ...(installments > 1 ? [`Installment ${installment} of ${installments}`] : []),
    ...(discountPercent > 0 ? [`${discountPercent}% off the first year`] : []),
  ];
}

/**
 * Bills the next installment of the year: its payment is attempted at `tryAt`, by a job when that
 * is now. Each installment is billed once; the contractor is locked.
 */
export async function billInstallment(
  tx: Database,
  subscription: SubscriptionRow,
  planName: string,
  { tryAt, now }: { tryAt: Date; now: Date },
): Promise<{ subscription: SubscriptionRow; paymentId: number | null }> {
  const payment = await writeInstallment(tx, subscription, planName, now);
  const installmentsBilled = subscription.installmentsBilled + 1;
  const nextDue = nextBillingDate(subscription, installmentsBilled);
  // Missed installments are billed one a day.
  const nextBillingAt = payment === null || nextDue > addDays(now, 1) ? nextDue : addDays(now, 1);
  const billed = await updateSubscription(tx, subscription, { installmentsBilled, nextBillingAt });
  if (payment !== null) {
    await updatePayment(tx, payment, { nextTryAt: tryAt });
    if (tryAt <= now) await enqueueCharge(tx, payment);
  }
  return { subscription: billed, paymentId: payment?.id ?? null };
}
