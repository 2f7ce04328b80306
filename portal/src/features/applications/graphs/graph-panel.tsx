import { lazy, Suspense, useId, useState } from 'react';
import { localStore } from '../../../lib/storage.ts';
import { Card } from '../../../ui/card.tsx';
import { IconChevronDown } from '../../../ui/icons.ts';
import type { ReportFilters } from '../api/applications.ts';
import { GraphSkeleton } from './graph-skeleton.tsx';
import classes from './graph-panel.module.css';

const Graphs = lazy(() => import('./graphs.tsx'));
const openKey = 'lintel.applications-graphs';

/** The graphs above the report, folded until somebody wants them; this browser remembers it. */
export function GraphPanel({ userId, filters }: { userId: number; filters: ReportFilters }) {
  const [isOpen, setOpen] = useState(() => localStore.get(openKey) !== null);
  const id = useId();
  const toggle = (): void => {
    localStore.set(openKey, isOpen ? null : '1');
    setOpen(!isOpen);
  };
  return (
    <div className={classes.panel}>
      <Card bare>
        <h2 className={classes.title}>
          <button
            type="button"
            className={classes.toggle}
            onClick={toggle}
            aria-expanded={isOpen}
            aria-controls={id}
          >
            Graphs
            <span>How many started, and how far they came</span>
            <IconChevronDown size={20} aria-hidden data-open={isOpen || undefined} />
          </button>
        </h2>
        <div id={id} hidden={!isOpen} className={classes.body}>
          {isOpen && (
            <Suspense fallback={<GraphSkeleton />}>
              <Graphs userId={userId} filters={filters} />
            </Suspense>
          )}
        </div>
      </Card>
    </div>
  );
}
