import { lazy, Suspense, useId, useState } from 'react';
import { Skeleton } from '@mantine/core';
import { localStore } from '../../../lib/storage.ts';
import { Card } from '../../../ui/card.tsx';
import { IconChevronDown } from '../../../ui/icons.ts';
import classes from './graph.module.css';

const Graph = lazy(() => import('./graph.tsx'));
const lookKey = 'lintel.commissions-graph';

/** As this browser left it; else open where there is room for it above the list. */
const isOpenAtFirst = (): boolean => {
  const left = localStore.get(lookKey);
  return left === null ? !window.matchMedia('(max-width: 768px)').matches : left === 'open';
};

/** The graph above the report, which can be folded away. */
export function GraphPanel({ userId }: { userId: number }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  const toggle = (): void => {
    localStore.set(lookKey, isOpen ? 'folded' : 'open');
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
            Month by month
            <span>The past 12 months, by type</span>
            <IconChevronDown size={20} aria-hidden data-open={isOpen || undefined} />
          </button>
        </h2>
        <div id={id} hidden={!isOpen} className={classes.body}>
          {isOpen && (
            <Suspense fallback={<Waiting />}>
              <Graph userId={userId} waiting={<Waiting />} />
            </Suspense>
          )}
        </div>
      </Card>
    </div>
  );
}

const Waiting = () => <Skeleton height={276} radius="md" role="status" aria-label="Loading…" />;
