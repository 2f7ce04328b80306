import * as m from '#messages';
import { formatMoment } from '../../../lib/format-moment.ts';
import classes from './last-updated.module.css';

interface Props {
  /** The person's e-mail; empty for the portal itself. */
  email: string;
  /** Null: never changed. */
  at: string | null;
}

/** Who last changed a section, and when. */
export const LastUpdated = ({ email, at }: Props) => (
  <p className={classes.updated}>
    {at === null
      ? m.common_lastUpdated_never()
      : m.common_lastUpdated({
          email: email || m.common_lastUpdated_system(),
          at: formatMoment(at),
        })}
  </p>
);
