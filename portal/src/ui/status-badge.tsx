import type { Tone } from '../theme.ts';
import classes from './status-badge.module.css';

const tones: Readonly<Record<string, Tone>> = {
  Paid: 'green',
  Verified: 'green',
  Succeeded: 'green',
  APPROVED: 'green',
  Pending: 'blue',
  Upcoming: 'blue',
  Renewed: 'amber',
  EXPIRED: 'amber',
  Failed: 'red',
  Rejected: 'red',
  Canceled: 'red',
  Unpaid: 'grey',
  'Not found': 'grey',
};

/** A status as a tinted word. An unknown status is gray unless a tone is given. */
export function StatusBadge({
  status,
  tone = tones[status] ?? 'grey',
}: {
  status: string;
  tone?: Tone;
}) {
  return (
    <span
      className={classes.badge}
      style={{ background: `var(--tone-${tone}-back)`, color: `var(--tone-${tone})` }}
    >
      {status}
    </span>
  );
}
