import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/unexpected.ts';
import { Card } from '../../../ui/card.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { setsQuery } from './api/distribution.ts';
import { looseSourcesQuery } from './api/lead-fields.ts';
import { DistributionModal, type DistributionMode } from './distribution-modal.tsx';
import { SetTable } from './set-table.tsx';
import classes from './leads.module.css';

/** Which leads go to whom. */
export function DistributionSection() {
  const sets = useQuery(setsQuery);
  const loose = useQuery(looseSourcesQuery);
  const [mode, setMode] = useState<DistributionMode | null>(null);
  if (sets.data === undefined && sets.error !== null)
    return <ErrorState text={failureText(sets.error)} onRetry={() => void sets.refetch()} />;
  const count = loose.data?.total;
  return (
    <Card bare>
      <div className={classes.tab}>
        <div className={classes.head}>
          <p className={classes.counter} data-open={(count ?? 0) > 0 || undefined} aria-live="polite">
            {count === undefined ? 'Counting lead sources…' : looseInWords(count)}
          </p>
          <div className={classes.buttons}>
            <Button variant="default" disabled={!count || !sets.data?.length} onClick={() => setMode({ kind: 'assign' })}>
              ASSIGN LEAD SOURCES
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMode({ kind: 'set', set: null })}>
              NEW SET
            </Button>
          </div>
        </div>
        {sets.data === undefined && <SkeletonRows columns={4} rows={3} />}
        {sets.data?.length === 0 && (
          <EmptyState
            title="No sets yet"
            text="A set says which lead owners get the leads of its sources, and how many of them."
          />
        )}
        {sets.data && sets.data.length > 0 && <SetTable sets={sets.data} onOpen={setMode} />}
      </div>
      {mode !== null && <DistributionModal mode={mode} sets={sets.data ?? []} onClose={() => setMode(null)} />}
    </Card>
  );
}

const looseInWords = (count: number): string =>
  count === 0 ? 'Every lead source is in a set' : `${count} lead ${count === 1 ? 'source is' : 'sources are'} in no set`;
