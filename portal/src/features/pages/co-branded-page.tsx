import { useQuery } from '@tanstack/react-query';
import { staffWith } from '@lintel/contract/core/access';
import type { Contractor } from '@lintel/contract/contractors';
import { may, useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState, NoAccessState } from '../../ui/states.tsx';
import { pagesQuery } from './api/get-pages.ts';
import { planQuery } from './api/get-plan.ts';
import { purpose } from './page-values.ts';
import { PagesOf } from './pages-of.tsx';

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  const id = session.contractor?.id;
  if (id !== undefined)
    await Promise.all([client.prefetchQuery(pagesQuery(id)), client.prefetchQuery(planQuery(id))]);
};

/** The contractor's co-branded pages: look, change, create. */
export function CoBrandedPage() {
  const session = useSession();
  if (session.contractor !== null)
    return <Pages key={session.contractor.id} contractor={session.contractor} />;
  const toContractors = may(session, staffWith(['manage-contractors', 'access'])) && (
    <Link to="/manage/contractors">Go to Contractors</Link>
  );
  return (
    <>
      <PageHeader title="Co-branded Page" purpose={purpose} />
      <Card>
        <NoAccessState
          text="Pages belong to a contractor. Switch into a contractor's account to see them."
          action={toContractors}
        />
      </Card>
    </>
  );
}

function Pages({ contractor }: { contractor: Contractor }) {
  const pages = useQuery(pagesQuery(contractor.id));
  const plan = useQuery(planQuery(contractor.id));
  const retry = (): void => void Promise.all([pages.refetch(), plan.refetch()]);
  if (pages.data && plan.data)
    return <PagesOf contractor={contractor} pages={pages.data.data} plan={plan.data.plan} />;
  const failed = pages.error ?? plan.error;
  return (
    <>
      <PageHeader title="Co-branded Page" purpose={purpose} />
      <Card>
        {failed ? (
          <ErrorState text={failed.message} onRetry={retry} />
        ) : (
          <SkeletonRows columns={2} rows={6} />
        )}
      </Card>
    </>
  );
}
