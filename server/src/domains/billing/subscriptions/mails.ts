import { dayText } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { dollarsText } from '../../../platform/money.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import { billingLink, recipient } from '../mails.ts';
import type { Payer } from '../payer-repository.ts';
import { addDays, readPlanName, readTerms } from '../plans/index.ts';
import { priceNoticeDays } from '@lintel/contract/billing/constants';
import { findSubscription, updateSubscription, type SubscriptionRow } from './repository.ts';
import { notify } from '../../messaging/index.ts';

/** E-mails the contractor that the subscription ended now or ends with its year. */
export async function mailCanceled(
  tx: Database,
  context: Context,
  payer: Payer,
  {
    subscription,
    isNow,
    refund,
  }: { subscription: SubscriptionRow; isNow: boolean; refund: string },
): Promise<void> {
  if (payer.email === '') return;
  await notify(tx, context, {
    event: 'plan-canceled',
    key: `plan-canceled:${subscription.id}:${subscription.version}`,
    contractorId: payer.id,
    data: {
      ...recipient(payer),
      plan: {
        name: await readPlanName(tx, subscription),
        isNow,
        until: dayText(subscription.termEnd, context.config.BUSINESS_TIME_ZONE),
        refund,
      },
      link: billingLink(context),
    },
  });
}

/** E-mails the contractor that a scheduled cancellation was undone. */
export async function mailContinues(
  tx: Database,
  context: Context,
  payer: Payer,
  subscription: SubscriptionRow,
): Promise<void> {
  if (payer.email === '') return;
  await notify(tx, context, {
    event: 'plan-continues',
    key: `plan-continues:${subscription.id}:${subscription.version}`,
    contractorId: payer.id,
    data: {
      ...recipient(payer),
      plan: {
        name: await readPlanName(tx, subscription),
        until: dayText(subscription.termEnd, context.config.BUSINESS_TIME_ZONE),
      },
      link: billingLink(context),
    },
  });
}

/**
 * E-mails the contractor about another plan with its price and the first charge date: a higher
 * price needs 30 days' notice, so it may be the year after the next. Does nothing without a
 * subscription.
 */
export async function mailPlanChanged(
  tx: Database,
  context: Context,
  { contractorId, oldPlanId }: { contractorId: number; oldPlanId: number | null },
): Promise<void> {
  const payer = await lockContractor(tx, contractorId);
  const subscription = await findSubscription(tx, contractorId);
  if (subscription === undefined) return;
  // The plan set by staff replaces the one that the contractor chose before.
  if (subscription.nextPlanId !== null)
    await updateSubscription(tx, subscription, { nextPlanId: null });
  if (payer.email === '' || payer.planId === null) return;
  const plan = await readTerms(tx, payer.planId);
  if (plan === undefined) return;
  const isHigher = plan.priceCents > subscription.priceCents;
  const isLate = addDays(context.clock.now(), priceNoticeDays) > subscription.termEnd;
  const from = new Date(subscription.termEnd);
  if (isHigher && isLate) from.setUTCFullYear(from.getUTCFullYear() + 1);
  await notify(tx, context, {
    event: 'plan-changed',
    key: `plan-changed:${subscription.id}:${plan.id}:${context.clock.now().getTime()}`,
    contractorId,
    data: {
      ...recipient(payer),
      plan: {
        old: oldPlanId === null ? '' : await readPlanName(tx, { planId: oldPlanId }),
        new: plan.name,
        price: dollarsText(plan.priceCents),
        from: dayText(from, context.config.BUSINESS_TIME_ZONE),
        isNow: true,
      },
      link: billingLink(context),
    },
  });
}

/** Confirms the plan that a contractor chose, with its price and its first day. */
export async function mailPlanChosen(
  tx: Database,
  context: Context,
  payer: Payer,
  { subscription, planId, from }: { subscription: SubscriptionRow; planId: number; from: Date },
): Promise<void> {
  const plan = await readTerms(tx, planId);
  if (payer.email === '' || plan === undefined) return;
  await notify(tx, context, {
    event: 'plan-changed',
    key: `plan-chosen:${subscription.id}:${subscription.version}`,
    contractorId: payer.id,
    data: {
      ...recipient(payer),
      plan: {
        old:
          payer.planId === null || payer.planId === planId
            ? ''
            : await readPlanName(tx, { planId: payer.planId }),
        new: plan.name,
        price: dollarsText(plan.priceCents),
        from: dayText(from, context.config.BUSINESS_TIME_ZONE),
        isNow: from <= context.clock.now(),
      },
      link: billingLink(context),
    },
  });
}
