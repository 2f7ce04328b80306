import { Tooltip } from '@mantine/core';
import type { Plan } from '@lintel/contract/billing-plans';
import classes from './plans.module.css';

/** One line; the whole text shows when it is pointed at. */
export const Cut = ({ text }: { text: string }) => (
  <span className={classes.cut} title={text}>
    {text || '–'}
  </span>
);

/**
 * The first bullet of a plan's description; the others show when the mark behind it is pointed at,
 * focused or touched.
 */
export function FirstBullet({ plan: { name, description } }: { plan: Plan }) {
  const [first, ...others] = description;
  if (first === undefined) return <>–</>;
  const list = (
    <ul className={classes.bullets}>
      {[...new Set(others)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
  return (
    <span className={classes.bullet}>
      <Cut text={first} />
      {others.length > 0 && (
        <Tooltip
          label={list}
          multiline
          maw={360}
          events={{ hover: true, focus: true, touch: true }}
        >
          <button
            type="button"
            className={classes.more}
            aria-label={`${others.length} more lines about ${name}`}
          >
            +{others.length}
          </button>
        </Tooltip>
      )}
    </span>
  );
}
