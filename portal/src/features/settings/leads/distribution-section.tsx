import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/unexpected.ts';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { setsQuery } from './api/distribution.ts';
import { DistributionHead } from './distribution-head.tsx';
import { DistributionModal, type DistributionMode } from './distribution-modal.tsx';
import { SetTable } from './set-table.tsx';
import classes from './leads.module.css';

/** Which leads go to whom. */
export function DistributionSection() {
  const sets = useQuery(setsQuery);
  const [mode, setMode] = useState<DistributionMode | null>(null);
  if (sets.data === undefined && sets.error !== null)
    return <ErrorState text={failureText(sets.error)} onRetry={() => void sets.refetch()} />;
  return (
    <Card bare>
      <div className={classes.tab}>
        <DistributionHead hasSets={Boolean(sets.data?.length)} onOpen={setMode} />
        {sets.data === undefined && <SkeletonRows columns={4} rows={3} />}
        {sets.data?.length === 0 && (
          <EmptyState
            title="No sets yet"
            text="A set says which lead owners get the leads of its sources, and how many of them."
          />
        )}
        {sets.data && sets.data.length > 0 && <SetTable sets={sets.data} onOpen={setMode} />}
      </div>
      {mode !== null && (
        <DistributionModal mode={mode} sets={sets.data ?? []} onClose={() => setMode(null)} />
      )}
    </Card>
  );
}
