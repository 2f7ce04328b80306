import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { steps } from '@lintel/contract/applications/progress';
import { formatDate, formatWholeMoney } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { customerApplicationsQuery } from './import-requests.ts';
import classes from './customer-page.module.css';

/** The customer's applications and their status. */
export function ApplicationsCard({ id }: { id: number }) {
  const applications = useQuery(customerApplicationsQuery(id));
  return (
    <Card title={m.common_applications()}>
      {applications.isError && <ErrorState onRetry={() => void applications.refetch()} />}
      {applications.isPending && <SkeletonRows columns={1} rows={2} />}
      {applications.data?.length === 0 && (
        <p className={classes.quiet}>{m.customers_applications_none()}</p>
      )}
      <ol className={classes.timeline}>
        {applications.data?.map((row) => (
          <li key={row.id}>
            <Link to={`/reports-applications/${row.id}`}>
              {row.requestedAmount === null
                ? m.customers_applications_started()
                : m.customers_applications_for({ amount: formatWholeMoney(row.requestedAmount) })}
            </Link>
            <span className={classes.quiet}>
              {`${formatDate(row.appFormStarted)} · ${steps[row.nextStep].title}`}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
