import type { LoadContext } from '../../../routes/router-context.ts';
import { useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { firstView, plansQuery } from './api/get-plans.ts';
import { rolesQuery } from './api/get-roles.ts';
import { MoneyCards } from './money/money-cards.tsx';
import { PlanList } from './plan-list.tsx';
import { mayChangePlans } from './plans-access.ts';

export const load = ({ client }: LoadContext): Promise<unknown> =>
  Promise.all([client.prefetchQuery(plansQuery(firstView)), client.prefetchQuery(rolesQuery)]);

/** What contractors can subscribe to, for staff. */
export function PlansPage() {
  const session = useSession();
  return (
    <>
      <PageHeader
        title="Payment Plans"
        purpose="What contractors can subscribe to, and what each plan opens."
      />
      <Card bare>
        <PlanList mayChange={mayChangePlans(session)} />
      </Card>
      <MoneyCards />
    </>
  );
}
