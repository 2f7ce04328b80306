import { lazy, Suspense } from 'react';
import { Stack } from '@mantine/core';
import type { Session } from '@lintel/contract/identity';
import { LoadFailure } from './load-failure.tsx';
import { useContractorWidgets } from './use-contractor-widgets.ts';
import { WidgetCards } from './widget-cards.tsx';

const GuaranteeCard = lazy(() => import('./guarantee-card.tsx').then((module) => ({ default: module.GuaranteeCard })));

/** What a contractor has to do next, and where the guarantee stands. */
export function ContractorDashboard({ session, contractorId }: { session: Session; contractorId: number }) {
  const { widgets, guarantee, loading, failed, retry } = useContractorWidgets(session, contractorId);
  if (loading) return null;
  return (
    <Stack gap={16}>
      {failed && <LoadFailure onRetry={retry} />}
      <WidgetCards widgets={widgets} />
      {guarantee && (guarantee.refund > 0 || guarantee.claim) && (
        <Suspense>
          <GuaranteeCard contractorId={contractorId} guarantee={guarantee} />
        </Suspense>
      )}
    </Stack>
  );
}
