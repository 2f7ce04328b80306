import * as m from '#messages';
import { IconAlertTriangle } from '../ui/icons.ts';
import classes from './switched-banner.module.css';

/** Shows that this is a restored copy that sends nothing. */
export function RehearsalBanner() {
  return (
    <div className={classes.banner} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span className={classes.text}>{m.shell_rehearsal()}</span>
    </div>
  );
}
