import { lazy, Suspense } from 'react';
import * as m from '#messages';
import { viewAccess } from '@lintel/contract/core/access';
import { may, useSession } from '../../../lib/session.ts';
import { localStore } from '../../../lib/storage.ts';
import { FoldingPanel } from '../../../ui/folding-panel.tsx';
import { LinkCounts } from '../../links/index.ts';
import type { ReportFilters } from '../api/applications.ts';
import { GraphSkeleton } from './graph-skeleton.tsx';
import classes from './graphs.module.css';

const Graphs = lazy(() => import('./graphs.tsx'));
const openKey = 'lintel.applications-graphs';

/** The graphs above the report, collapsed by default; the browser remembers the choice. */
export const GraphPanel = ({ userId, filters }: { userId: number; filters: ReportFilters }) => (
  <FoldingPanel
    title={m.applications_graphs_title()}
    note={m.applications_graphs_summary()}
    isOpenAtFirst={() => localStore.get(openKey) !== null}
    onToggle={(isOpen) => localStore.set(openKey, isOpen ? '1' : null)}
  >
    <Suspense fallback={<GraphSkeleton />}>
      <Graphs userId={userId} filters={filters} />
    </Suspense>
    <SentLinks userId={userId} filters={filters} />
  </FoldingPanel>
);

/** The results of links sent in the report's days, for users with access to customers. */
function SentLinks({ userId, filters: { range } }: { userId: number; filters: ReportFilters }) {
  if (!may(useSession(), viewAccess('customers'))) return null;
  return (
    <section className={classes.links}>
      <h3 className={classes.title}>{m.links_counts_title()}</h3>
      <Suspense>
        <LinkCounts userId={userId} days={{ from: range.from ?? '', to: range.to ?? '' }} />
      </Suspense>
    </section>
  );
}
