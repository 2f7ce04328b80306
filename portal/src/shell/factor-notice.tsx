import * as m from '#messages';
import { formatDate } from '../lib/format.ts';
import { IconAlertTriangle } from '../ui/icons.ts';
import { Link } from '../ui/link.tsx';
import { Rich } from '../ui/rich.tsx';
import classes from './switched-banner.module.css';

/** Shows the date from which the account needs two-step verification, until it is set up. */
export function FactorNotice({ from }: { from: string }) {
  return (
    <div className={classes.banner} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span className={classes.text}>
        <Rich
          text={m.shell_factorNotice({ from: formatDate(from) })}
          parts={{ link: (words) => <Link to="/personal-info">{words}</Link> }}
        />
      </span>
    </div>
  );
}
