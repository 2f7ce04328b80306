import { formatMoment } from '../../../lib/format-moment.ts';
import classes from './marketing.module.css';

interface Props {
  /** What was updated: `Template`. */
  what: string;
  /** Undefined when nobody has changed it. */
  change: { userName: string; date: string } | undefined;
}

export const LastUpdated = ({ what, change }: Props) => (
  <p className={classes.quiet}>
    {change === undefined
      ? 'As it came with the portal: nobody has changed it yet.'
      : `${what} last updated: ${change.userName}, ${formatMoment(change.date)}`}
  </p>
);
