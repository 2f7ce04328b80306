import { lazy, Suspense } from 'react';
import * as m from '#messages';
import { localStore } from '../../../lib/storage.ts';
import { FoldingPanel } from '../../../ui/folding-panel.tsx';
import type { ReportFilters } from '../api/applications.ts';
import { GraphSkeleton } from './graph-skeleton.tsx';

const Graphs = lazy(() => import('./graphs.tsx'));
const openKey = 'lintel.applications-graphs';

/** The graphs above the report, folded until somebody wants them; this browser remembers it. */
export const GraphPanel = ({ userId, filters }: { userId: number; filters: ReportFilters }) => (
  <FoldingPanel
    title={m.applications_graphs()}
    note={m.applications_how_many_started_and_how()}
    isOpenAtFirst={() => localStore.get(openKey) !== null}
    onToggle={(isOpen) => localStore.set(openKey, isOpen ? '1' : null)}
  >
    <Suspense fallback={<GraphSkeleton />}>
      <Graphs userId={userId} filters={filters} />
    </Suspense>
  </FoldingPanel>
);
