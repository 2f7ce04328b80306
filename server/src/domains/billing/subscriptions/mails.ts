import { dayText } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { dollarsText } from '../../../platform/money.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { BillingDeps } from '../deps.ts';
import { billingLink, recipient } from '../mails.ts';
import type { Payer } from '../payer-repository.ts';
import { addDays, planNameOf, readTerms } from '../plans/index.ts';
import { priceNoticeDays } from '@lintel/contract/billing/constants';
import { findSubscription, updateSubscription, type SubscriptionRow } from './repository.ts';

type Deps = Pick<BillingDeps, 'queueMail' | 'publicUrl' | 'timeZone' | 'clock'>;

/** E-mails the contractor that the subscription ended now or ends with its year. */
export async function mailCanceled(
  tx: Database,
  deps: Deps,
  payer: Payer,
  {
    subscription,
    isNow,
    refund,
  }: { subscription: SubscriptionRow; isNow: boolean; refund: string },
): Promise<void> {
  if (payer.email === '') return;
  await deps.queueMail(tx, {
    event: 'plan-canceled',
    key: `plan-canceled:${subscription.id}:${subscription.version}`,
    contractorId: payer.id,
    data: {
      ...recipient(payer),
      plan: {
        name: await planNameOf(tx, subscription),
        isNow,
        until: dayText(subscription.termEnd, deps.timeZone),
        refund,
      },
      link: billingLink(deps),
    },
  });
}

/** E-mails the contractor that a scheduled cancellation was undone. */
export async function mailContinues(
  tx: Database,
  deps: Deps,
  payer: Payer,
  subscription: SubscriptionRow,
): Promise<void> {
  if (payer.email === '') return;
  await deps.queueMail(tx, {
    event: 'plan-continues',
    key: `plan-continues:${subscription.id}:${subscription.version}`,
    contractorId: payer.id,
    data: {
      ...recipient(payer),
      plan: {
        name: await planNameOf(tx, subscription),
        until: dayText(subscription.termEnd, deps.timeZone),
      },
      link: billingLink(deps),
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
  deps: Deps,
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
  const isLate = addDays(deps.clock.now(), priceNoticeDays) > subscription.termEnd;
  const from = new Date(subscription.termEnd);
  if (isHigher && isLate) from.setUTCFullYear(from.getUTCFullYear() + 1);
  await deps.queueMail(tx, {
    event: 'plan-changed',
    key: `plan-changed:${subscription.id}:${plan.id}:${deps.clock.now().getTime()}`,
    contractorId,
    data: {
      ...recipient(payer),
      plan: {
        old: oldPlanId === null ? '' : await planNameOf(tx, { planId: oldPlanId }),
        new: plan.name,
        price: dollarsText(plan.priceCents),
        from: dayText(from, deps.timeZone),
        isNow: true,
      },
      link: billingLink(deps),
    },
  });
}

/** Confirms the plan that a contractor chose, with its price and its first day. */
export async function mailPlanChosen(
  tx: Database,
  deps: Deps,
  payer: Payer,
  { subscription, planId, from }: { subscription: SubscriptionRow; planId: number; from: Date },
): Promise<void> {
  const plan = await readTerms(tx, planId);
  if (payer.email === '' || plan === undefined) return;
  await deps.queueMail(tx, {
    event: 'plan-changed',
    key: `plan-chosen:${subscription.id}:${subscription.version}`,
    contractorId: payer.id,
    data: {
      ...recipient(payer),
      plan: {
        old:
          payer.planId === null || payer.planId === planId
            ? ''
            : await planNameOf(tx, { planId: payer.planId }),
        new: plan.name,
        price: dollarsText(plan.priceCents),
        from: dayText(from, deps.timeZone),
        isNow: from <= deps.clock.now(),
      },
      link: billingLink(deps),
    },
  });
}
