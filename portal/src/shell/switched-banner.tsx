import { useEffect, useEffectEvent, useState } from 'react';
import * as m from '#messages';
import type { Session } from '@lintel/contract/identity/sessions';
import { sessionQuery } from '../lib/session.ts';
import { showToast } from '../lib/toast.ts';
import { IconArrowsExchange } from '../ui/icons.ts';
import { switchBackToOwn, type AccountTools } from './account-actions.ts';
import { Rich } from '../ui/rich.tsx';
import classes from './switched-banner.module.css';

interface Props {
  session: Session;
  tools: AccountTools;
}

/**
 * Stays in view while the session is switched, as a reminder of whose data this is and for how
 * long.
 */
export function SwitchedBanner({ session, tools }: Props) {
  const { contractor, user } = session;
  const left = useSecondsLeft(session, tools);
  return (
    <div className={classes.banner} role="region" aria-label={m.shell_switched_title()}>
      <IconArrowsExchange size={18} aria-hidden />
      <span className={classes.text}>
        <Rich
          text={m.shell_switched_account({
            companyName: contractor?.companyName ?? user.fullName,
            email: user.email,
          })}
          parts={{
            strong: (words) => <strong>{words}</strong>,
            span: (words) => <span className={classes.email}>{words}</span>,
          }}
        />
      </span>
      {left !== null && (
        <span className={classes.ends}>
          <Rich
            text={m.shell_switched_endsIn({ left: formatClock(left) })}
            parts={{
              span: (words) => (
                <span
                  className={classes.time}
                  role="timer"
                  aria-label={m.shell_switched_timeLeft()}
                >
                  {words}
                </span>
              ),
            }}
          />
        </span>
      )}
      <button type="button" className={classes.back} onClick={() => void switchBackToOwn(tools)}>
        {m.shell_switched_back()}
      </button>
    </div>
  );
}

/** Seconds as `29:59`. */
const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * The time left in the switch, counted from the session's response, because the two clocks may
 * differ. At zero it ends here, too; the server has ended it by then.
 */
function useSecondsLeft(
  { switchedSecondsLeft: given }: Session,
  tools: AccountTools,
): number | null {
  const answeredAt = tools.client.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt ?? 0;
  const end = given === null ? null : answeredAt + given * 1000;
  const [now, setNow] = useState(() => Date.now());
  const leave = useEffectEvent(() => {
    showToast(m.shell_switched_over(), 'info', false, 'visit-over');
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
