import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { accessTo } from '@lintel/contract/core/access';
import { may, useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState, NoAccessState } from '../../../ui/states.tsx';
import { fullPageShowQuery } from '../api/get-full-page-show.ts';

/** Shows the widget when the server says that it is available, and otherwise what would open it. */
export function FullPageGate({ userId, children }: { userId: number; children: ReactNode }) {
  const { data, error, refetch } = useQuery(fullPageShowQuery(userId));
  const toBilling = may(useSession(), accessTo('card-payments')) && (
    <Link to="/card-payments" look="button">
      Look at your plan
    </Link>
  );
  if (data?.show === true) return children;
  return (
    <Card>
      {data !== undefined && (
        <NoAccessState
          text="The full page widget comes with every plan but Free. The calculator and the banners are open to you on any plan."
          action={toBilling}
        />
      )}
      {data === undefined && error && (
        <ErrorState text={error.message} onRetry={() => void refetch()} />
      )}
      {data === undefined && !error && <SkeletonRows columns={2} rows={6} />}
    </Card>
  );
}
