import * as m from '#messages';
import type { readVisits, StaffVisit } from '@lintel/contract/identity/visits';
import { call } from '../../../lib/api/call.ts';
import { formatDateTime, formatCount } from '../../../lib/format.ts';
import { HistoryCard, historyQuery } from './history-card.tsx';
import classes from './visits-card.module.css';

const getVisits = call<typeof readVisits>({ method: 'GET', path: '/contractor/{id}/staff-visits' });

/** Staff visits to the contractor's account, by page. */
const visitsQuery = (id: number) =>
  historyQuery('staff-visits', id, (query, signal) =>
    getVisits({ params: { id }, query }, { signal }),
  );

/** Staff visits to the contractor's account, with their reasons. */
export const VisitsCard = ({ contractorId }: { contractorId: number }) => (
  <HistoryCard
    title={m.identity_visits_title()}
    text={m.identity_visits_purpose()}
    label={m.identity_visits_label()}
    empty={{ title: m.identity_visits_none(), text: m.identity_visits_noneText() }}
    failed={m.identity_visits_loadFailed()}
    query={visitsQuery(contractorId)}
    renderRow={(visit) => <Visit key={visit.id} visit={visit} />}
  />
);

function Visit({ visit: { staff, account, reason, startedAt, endedAt } }: { visit: StaffVisit }) {
  return (
    <li>
      <span className={classes.when}>
        {formatDateTime(startedAt)}
        <span className={classes.quiet}>
          {endedAt === null ? m.identity_visits_now() : visitLength(startedAt, endedAt)}
        </span>
      </span>
      <span>
        <strong>{staff}</strong>{' '}
        <span className={classes.quiet}>{m.identity_visits_asAccount({ account })}</span>
      </span>
      <span className={reason === '' ? classes.quiet : undefined}>
        {reason || m.identity_visits_noReason()}
      </span>
    </li>
  );
}

/** The duration in whole minutes. */
function visitLength(start: string, end: string): string {
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000);
  return minutes < 1
    ? m.identity_visits_lessThanMinute()
    : formatCount(minutes, m.identity_visits_minute_one(), m.identity_visits_minute_many());
}
