import * as m from '#messages';
import { readingSetup } from '@lintel/contract/setup/access';
import { may, useSession } from '../lib/session.ts';
import { IconAlertTriangle } from '../ui/icons.ts';
import { Link } from '../ui/link.tsx';
import classes from './switched-banner.module.css';

/** Reminds staff that the public can't sign up or apply. */
export function ClosedBanner() {
  if (!may(useSession(), readingSetup)) return null;
  return (
    <div className={classes.banner} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span className={classes.text}>{m.shell_closed()}</span>
      <Link to="/manage/setup">{m.screens_setup()}</Link>
    </div>
  );
}
