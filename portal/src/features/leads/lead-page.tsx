import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { leadQuery } from './api/lead.ts';
import { LeadDetails } from './lead-details.tsx';

const back = <Link to="/manage/contractors">All contractors</Link>;

/** A lead, for those who look after it where there is no other CRM. */
export function LeadPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const lead = useQuery(leadQuery(Number(id)));
  if (lead.data !== undefined) return <LeadDetails lead={lead.data} />;
  const missing =
    lead.error instanceof ApiError && lead.error.status < 500 && lead.error.status > 0;
  return (
    <>
      <PageHeader title={`Lead ${id}`} />
      <Card>
        {lead.isPending && <SkeletonRows columns={2} rows={6} />}
        {missing && (
          <EmptyState
            title="There is no such lead"
            text="No contractor came as a lead of this number."
            action={back}
          />
        )}
        {lead.isError && !missing && <ErrorState onRetry={() => void lead.refetch()} />}
      </Card>
    </>
  );
}
