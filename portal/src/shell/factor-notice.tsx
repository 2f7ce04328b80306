import { formatDate } from '../lib/format.ts';
import { IconAlertTriangle } from '../ui/icons.ts';
import { Link } from '../ui/link.tsx';
import classes from './switched-banner.module.css';

/** Tells from which day the account needs two-step verification, until it has it. */
export function FactorNotice({ from }: { from: string }) {
  return (
    <div className={classes.banner} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span className={classes.text}>
        From {formatDate(from)} on, your account needs two-step verification.{' '}
        <Link to="/personal-info">Set it up</Link>
      </span>
    </div>
  );
}
