import type { ReactNode } from 'react';
import * as m from '#messages';
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
        text={m.applications_this_report_is_not_available()}
        // Whoever was canceled is to see why the report is gone.
        banner={<ExpiredBanner paymentStatus={session.contractor?.paymentStatus ?? null} />}
      />
    );
  }
  if (session.contractor === null) {
    return <Closed text={m.applications_applications_belong_to_a_contractor()} />;
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
