import * as contract from '@lintel/contract/billing/payments';
import { handle, type Route } from '../../platform/http/route.ts';
import type { BillingDeps } from './deps.ts';
import { presentSubscription } from './present-subscription.ts';
import { nextYearOf } from './renewals.ts';
import { findSubscriptionWithPlan } from './subscription-view-repository.ts';
import { setEnd } from './subscriptions.ts';

export const subscriptionRoutes = (deps: BillingDeps): Route[] => [
  handle(contract.readSubscription, async ({ owned }) => {
    const found = await findSubscriptionWithPlan(deps.db, owned.contractorId);
    if (found === undefined) return { id: null };
    const { subscription, nextPlan } = found;
    const nextYear = await nextYearOf(deps.db, deps, subscription, {
      priceCents: nextPlan.priceCents,
      installments: nextPlan.installmentIntervalsCount,
    });
    return presentSubscription(found, nextYear);
  }),
  handle(contract.endSubscription, async ({ body: { end }, caller, owned }) => {
    await deps.db.transaction((tx) =>
      setEnd(tx, deps, { contractorId: owned.contractorId, end }, caller),
    );
    return {
      message: end
        ? 'Your subscription will end with the current year'
        : 'Your subscription continues',
    };
  }),
];
