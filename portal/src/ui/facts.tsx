import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Labeled values. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [term: string, value: ReactNode])[];
}) {
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
