import type { ReactNode } from 'react';
import { readingOf } from '@lintel/contract/core/access';
import { may, useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { pageNamesQuery } from '../pages/index.ts';
import { Report } from './report.tsx';
import { ExpiredBanner, ReportHead } from './report-head.tsx';

const access = readingOf('reports-applications');

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor !== null && may(session, access))
    await client.prefetchQuery(pageNamesQuery(session.contractor.id));
};

/** Homeowners who applied through the contractor's pages, and what became of it. */
export function ApplicationsPage() {
  const session = useSession();
  if (!may(session, access)) {
    return (
      <Closed
        text="This report is not available in your Plan. Please contact your manager."
        // Whoever was canceled is to see why the report is gone.
        banner={<ExpiredBanner paymentStatus={session.contractor?.paymentStatus ?? null} />}
      />
    );
  }
  if (session.contractor === null) {
    return (
      <Closed text="Applications belong to a contractor. Switch into a contractor's account to see them." />
    );
  }
  return <Report userId={session.user.id} contractorId={session.contractor.id} />;
}

const Closed = ({ text, banner }: { text: string; banner?: ReactNode }) => (
  <>
    <ReportHead closed />
    {banner}
    <Card>
      <NoAccessState text={text} />
    </Card>
  </>
);
