import { lazy, Suspense } from 'react';
import type { Session } from '@lintel/contract/identity';
import { useContractorWidgets } from './use-contractor-widgets.ts';
import { WidgetCards } from './widget-cards.tsx';
import classes from './dashboard.module.css';

const LoadFailure = lazy(() =>
  import('./load-failure.tsx').then((module) => ({ default: module.LoadFailure })),
);
const GuaranteeCard = lazy(() =>
  import('./guarantee-card.tsx').then((module) => ({ default: module.GuaranteeCard })),
);

/** What a contractor has to do next, and where the guarantee stands. */
export function ContractorDashboard({
  session,
  contractorId,
}: {
  session: Session;
  contractorId: number;
}) {
  const { widgets, guarantee, loading, failed, retry } = useContractorWidgets(
    session,
    contractorId,
  );
  if (loading) return null;
  return (
    <div className={classes.stack}>
      {failed && (
        <Suspense>
          <LoadFailure onRetry={retry} />
        </Suspense>
      )}
      <WidgetCards widgets={widgets} />
      {guarantee && (guarantee.refund > 0 || guarantee.claim) && (
        <Suspense>
          <GuaranteeCard contractorId={contractorId} guarantee={guarantee} />
        </Suspense>
      )}
    </div>
  );
}
