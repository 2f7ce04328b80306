import { readingOf } from '@lintel/contract/core/access';
import { may, useSession } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { Report } from './report.tsx';

const access = readingOf('reports-commissions');

/** What a contractor has earned, and with what. */
export function CommissionsPage() {
  const session = useSession();
  if (!may(session, access))
    return (
      <Closed text="This report is not available in your Plan. Please contact your manager." />
    );
  if (session.contractor === null) {
    return (
      <Closed text="Commissions belong to a contractor. Switch into a contractor's account to see them." />
    );
  }
  return <Report userId={session.user.id} tier={session.contractor.plan?.tier ?? null} />;
}

const Closed = ({ text }: { text: string }) => (
  <>
    <PageHeader
      title="Commissions"
      purpose="What you have earned from funded projects and referrals."
    />
    <Card>
      <NoAccessState text={text} />
    </Card>
  </>
);
