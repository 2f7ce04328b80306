import type { PlanChoice } from '@lintel/contract/contractors-edit';
import classes from './edit.module.css';

/** A plan's name, with its tier where that is another one. */
export const PlanName = ({ plan: { name, tier } }: { plan: Pick<PlanChoice, 'name' | 'tier'> }) => (
  <>
    {name} {tier !== name && <span className={classes.quiet}>{tier}</span>}
  </>
);
