import { lazy, Suspense } from 'react';
import { Skeleton } from '@mantine/core';
import * as m from '#messages';
import { localStore } from '../../../lib/storage.ts';
import { FoldingPanel } from '../../../ui/folding-panel.tsx';

const Graph = lazy(() => import('./graph.tsx'));
const lookKey = 'lintel.commissions-graph';

/** The browser's last choice; by default open if there is room above the list. */
const isOpenAtFirst = (): boolean => {
  const storedView = localStore.get(lookKey);
  return storedView === null
    ? !window.matchMedia('(max-width: 768px)').matches
    : storedView === 'open';
};

/** The collapsible graph above the report. */
export const GraphPanel = ({ userId }: { userId: number }) => (
  <FoldingPanel
    title={m.commissions_graph_title()}
    note={m.commissions_graph_summary()}
    isOpenAtFirst={isOpenAtFirst}
    onToggle={(isOpen) => localStore.set(lookKey, isOpen ? 'open' : 'folded')}
  >
    <Suspense fallback={<Waiting />}>
      <Graph userId={userId} waiting={<Waiting />} />
    </Suspense>
  </FoldingPanel>
);

const Waiting = () => (
  <Skeleton height={276} radius="md" role="status" aria-label={m.common_loading()} />
);
