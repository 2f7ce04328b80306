import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { PayoutRun } from '@lintel/contract/payouts';
import { payoutPageSizes } from '@lintel/contract/payouts-constants';
import { formatCount } from '../../../lib/format.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { firstRuns, runsQuery } from './api/runs.ts';
import { runColumns } from './run-columns.tsx';
import { RunModal } from './run-modal.tsx';
import { useRunActions } from './use-run-actions.ts';

/** The runs that were made: their files for the bank, and what became of them. */
export function RunsTab() {
  const [view, setView] = useState(firstRuns);
  const [opened, setOpened] = useState<PayoutRun | null>(null);
  const list = useQuery(runsQuery(view));
  const actions = useRunActions();
  return (
    <>
      <DataGrid
        label="Payout runs"
        columns={runColumns({ ...actions, open: setOpened })}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={view}
        onView={(part) => setView((now) => ({ ...now, ...part }))}
        pageSizes={payoutPageSizes}
        loading={list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={1080}
        summary={list.data && formatCount(list.data.total, 'run')}
        empty={{ title: 'No runs yet', text: 'A run is started where payouts are due.' }}
      />
      {opened !== null && <RunModal run={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
