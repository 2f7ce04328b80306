import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { applicationQuery } from './api/get-applications.ts';
import { ApplicationCard } from './application-card.tsx';
import { CreditDecisionGuide } from './credit-decision.tsx';
import { ExpiredBanner } from './expired-banner.tsx';
import { reportWords } from './report-head.tsx';
import classes from './applications.module.css';

/** The one application that a message leads to, and the way to all of them. */
export function OneApplication({ userId, id }: { userId: number; id: number }) {
  const one = useQuery(applicationQuery(userId, id));
  const isMissing = one.error instanceof ApiError && one.error.status === 404;
  return (
    <>
      <PageHeader {...reportWords} action={<CreditDecisionGuide />} />
      <ExpiredBanner paymentStatus={one.data?.paymentStatus ?? null} />
      <Card bare>
        <p className={classes.only}>
          <span>One application</span>
          <Link to="/reports-applications">Show all applications</Link>
        </p>
        {isMissing && (
          <EmptyState
            title="This application is not here"
            text="It does not exist, or it belongs to another account."
          />
        )}
        {one.isError && !isMissing && <ErrorState onRetry={() => void one.refetch()} />}
        {one.data && (
          <ul className={classes.cards} aria-label="Applications">
            <ApplicationCard row={one.data.data} />
          </ul>
        )}
      </Card>
    </>
  );
}
