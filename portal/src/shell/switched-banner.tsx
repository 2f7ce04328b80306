import { useEffect, useEffectEvent, useState } from 'react';
import type { Session } from '@lintel/contract/identity/sessions';
import { sessionQuery } from '../lib/session.ts';
import { showToast } from '../lib/toast.ts';
import { IconArrowsExchange } from '../ui/icons.ts';
import { switchBackToOwn, type AccountTools } from './account-actions.ts';
import classes from './switched-banner.module.css';

interface Props {
  session: Session;
  tools: AccountTools;
}

/**
 * Stays in view while the session looks at another account, so that nobody forgets whose data this
 * is and for how long.
 */
export function SwitchedBanner({ session, tools }: Props) {
  const { contractor, user } = session;
  const left = useSecondsLeft(session, tools);
  return (
    <div className={classes.banner} role="region" aria-label="Switched account">
      <IconArrowsExchange size={18} aria-hidden />
      <span className={classes.text}>
        Logged in as <strong>{contractor?.companyName ?? user.fullName}</strong>{' '}
        <span className={classes.email}>{user.email}</span>
      </span>
      {left !== null && (
        <span className={classes.ends}>
          ends in{' '}
          <span className={classes.time} role="timer" aria-label="Time left in this account">
            {clockOf(left)}
          </span>
        </span>
      )}
      <button type="button" className={classes.back} onClick={() => void switchBackToOwn(tools)}>
        Back to my account
      </button>
    </div>
  );
}

/** Seconds as `29:59`. */
const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * How long the switch goes on, counted from when the session was answered: the two clocks need not
 * agree. When nothing is left it ends here too; the server has ended it by then.
 */
function useSecondsLeft(
  { switchedSecondsLeft: given }: Session,
  tools: AccountTools,
): number | null {
  const answeredAt = tools.client.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt ?? 0;
  const end = given === null ? null : answeredAt + given * 1000;
  const [now, setNow] = useState(() => Date.now());
  const leave = useEffectEvent(() => {
    showToast(
      'Your time in this account is over. Switch again to continue.',
      'info',
      false,
      'visit-over',
    );
    void switchBackToOwn(tools);
  });
  useEffect(() => {
    if (end === null) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() < end) return;
      clearInterval(timer);
      leave();
    }, 1000);
    return () => clearInterval(timer);
  }, [end]);
  return end === null ? null : Math.max(0, Math.ceil((end - now) / 1000));
}
