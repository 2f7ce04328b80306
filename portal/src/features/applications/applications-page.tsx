import type { ReactNode } from 'react';
import * as m from '#messages';
import { readAccess } from '@lintel/contract/core/access';
import { may, useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { LockedState } from '../../ui/locked-state.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { pageNamesQuery } from '../pages/index.ts';
import { Report } from './report.tsx';
import { ExpiredBanner, ReportHead } from './report-head.tsx';

const access = readAccess('reports-applications');

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor !== null && may(session, access))
    await client.prefetchQuery(pageNamesQuery(session.contractor.id));
};

/** Applications from the contractor's pages, with their status. */
export function ApplicationsPage() {
  const session = useSession();
  if (!may(session, access)) {
    return (
      <Closed
        // A canceled contractor sees why the report is gone; staff can't pay.
        banner={
          session.isContractorUser && (
            <ExpiredBanner paymentStatus={session.contractor?.paymentStatus ?? null} />
          )
        }
      >
        <LockedState access={access} place="reports-applications" text={m.common_notInPlan()} />
      </Closed>
    );
  }
  if (session.contractor === null) {
    return (
      <Closed>
        <NoAccessState text={m.applications_contractorOnly()} />
      </Closed>
    );
  }
  return <Report userId={session.user.id} contractorId={session.contractor.id} />;
}

const Closed = ({ children, banner }: { children: ReactNode; banner?: ReactNode }) => (
  <>
    <ReportHead closed />
    {banner}
    <Card>{children}</Card>
  </>
);
