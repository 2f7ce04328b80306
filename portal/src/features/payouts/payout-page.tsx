import { staffWith } from '@lintel/contract/core/access';
import type { Contractor } from '@lintel/contract/contractors';
import { useSearch } from '@tanstack/react-router';
import { may, useSession } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { EditingScope } from '../../ui/editing.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { MethodCard } from './method-card.tsx';
import { PayoutHistory } from './payout-history.tsx';
import { PayoutNotice } from './payout-notice.tsx';
import { W9Card } from './w9-card.tsx';
import classes from './payouts.module.css';

export { load } from './prefetch.ts';

const header = (
  <PageHeader title="ACH Info" purpose="Where we send your payouts, and your tax form." />
);

/** Where the contractor is paid, its tax form, and what was paid. */
export function PayoutPage() {
  const session = useSession();
  const { contractor } = session;
  if (contractor !== null) return <PayoutsOf key={contractor.id} contractor={contractor} />;
  const toContractors = may(session, staffWith(['manage-contractors', 'access'])) && (
    <Link to="/manage/contractors">Go to Contractors</Link>
  );
  return (
    <>
      {header}
      <Card>
        <NoAccessState
          text="Bank details belong to a contractor. Switch into a contractor's account to see them."
          action={toContractors}
        />
      </Card>
    </>
  );
}

function PayoutsOf({ contractor }: { contractor: Contractor }) {
  const { action }: { action?: unknown } = useSearch({ strict: false });
  return (
    <>
      {header}
      <div className={classes.stack}>
        <PayoutNotice contractor={contractor} />
        <EditingScope>
          <div className={classes.cards}>
            <MethodCard contractor={contractor} openAtOnce={action === 'ach'} />
            <W9Card contractor={contractor} openAtOnce={action === 'w9'} />
          </div>
        </EditingScope>
        <PayoutHistory contractor={contractor} />
      </div>
    </>
  );
}
