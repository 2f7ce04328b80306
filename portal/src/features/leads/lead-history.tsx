import { useQuery } from '@tanstack/react-query';
import { formatMoment } from '../../lib/format-moment.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { leadHistoryQuery } from './api/lead.ts';
import classes from './lead-page.module.css';

/** Who did what about the lead, the newest first. */
export function LeadHistory({ contractorId }: { contractorId: number }) {
  const { data, isError, refetch } = useQuery(leadHistoryQuery(contractorId));
  if (isError)
    return <ErrorState text="The history could not be loaded." onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows columns={1} rows={3} />;
  if (data.length === 0) return <p className={classes.quiet}>Nothing happened since it came.</p>;
  return (
    <ol className={classes.history}>
      {data.map(({ id, text, at, by, changes }) => (
        <li key={id}>
          <strong>{text}</strong>
          <span className={classes.quiet}>{`${formatMoment(at)} · ${by || 'System'}`}</span>
          {changes.map(({ field, from, to }) => (
            <span key={field}>{`${field}: ${from === '' ? '' : `${from} → `}${to || 'none'}`}</span>
          ))}
        </li>
      ))}
    </ol>
  );
}
