import * as m from '#messages';
import { IconRefresh } from '../ui/icons.ts';
import classes from './update-notice.module.css';

/**
 * Offers a new version. It never reloads on its own, so users can keep typing, and the browser
 * warns about unsaved input.
 */
export const UpdateNotice = ({ onReload }: { onReload(): void }) => (
  <div className={classes.notice} role="status">
    <IconRefresh size={18} aria-hidden />
    <span className={classes.text}>{m.shell_update_ready()}</span>
    <button type="button" className={classes.reload} onClick={onReload}>
      {m.shell_update_reload()}
    </button>
  </div>
);
