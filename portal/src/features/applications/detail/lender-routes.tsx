import * as m from '#messages';
import type { LenderRoute } from '@lintel/contract/applications/application-detail';
import { skipReasonTexts, type LenderState } from '@lintel/contract/lenders/constants';
import { formatDateTime } from '../../../lib/format.ts';
import type { Tone } from '../../../theme.ts';
import { Card } from '../../../ui/card.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from './application.module.css';

const states: Record<LenderState, readonly [name: string, tone: Tone]> = {
  waiting: [m.applications_lenders_waiting(), 'grey'],
  sending: [m.applications_lenders_sending(), 'blue'],
  sent: [m.applications_lenders_noAnswer(), 'blue'],
  offered: [m.applications_lenders_offered(), 'green'],
  'no-offers': [m.applications_lenders_noOffers(), 'grey'],
  declined: [m.applications_lenders_declined(), 'grey'],
  'timed-out': [m.applications_lenders_timedOut(), 'amber'],
  failed: [m.applications_lenders_failed(), 'red'],
  skipped: [m.applications_lenders_skipped(), 'grey'],
};

/** For staff: each lender that got the application, and why others were skipped. */
export function LenderRoutesCard({ routes }: { routes: readonly LenderRoute[] }) {
  if (routes.length === 0) return null;
  return (
    <Card title={m.applications_lenders_title()} text={m.applications_lenders_help()}>
      <ul className={classes.lenders}>
        {routes.map((route) => (
          <Route key={route.lenderId} route={route} />
        ))}
      </ul>
    </Card>
  );
}

function Route({ route: { lender, state, sentAt, answeredAt, skipped } }: { route: LenderRoute }) {
  const [name, tone] = states[state];
  return (
    <li>
      <div className={classes.lender}>
        <strong>{lender}</strong>
        <StatusBadge status={name} tone={tone} />
      </div>
      {sentAt !== null && (
        <p className={classes.lenderText}>
          {m.applications_lenders_sent({ at: formatDateTime(sentAt) })}{' '}
          {answeredAt !== null &&
            m.applications_lenders_answered({ at: formatDateTime(answeredAt) })}
        </p>
      )}
      {skipped.map((reason) => (
        <p key={reason} className={classes.lenderText}>
          {skipReasonTexts[reason]}
        </p>
      ))}
    </li>
  );
}
