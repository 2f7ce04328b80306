import * as m from '#messages';
import { formatMoment } from '../../../lib/format-moment.ts';
import classes from './last-updated.module.css';

interface Props {
  /** By e-mail; empty for the portal itself. */
  email: string;
  /** Null: nobody has changed it. */
  at: string | null;
}

/** Who changed a section last, and when. */
export const LastUpdated = ({ email, at }: Props) => (
  <p className={classes.updated}>
    {at === null
      ? m.common_not_changed_yet()
      : m.common_last_updated_email_at({
          email: email || m.common_the_system(),
          at: formatMoment(at),
        })}
  </p>
);
