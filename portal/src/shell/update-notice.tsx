import * as m from '#messages';
import { IconRefresh } from '../ui/icons.ts';
import classes from './update-notice.module.css';

/**
 * Says that a new version can be used. Nothing reloads by itself: whoever is typing goes on, and the
 * browser asks where something is not saved.
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
