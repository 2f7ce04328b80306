import type { readVisits, StaffVisit } from '@lintel/contract/identity/visits';
import { call } from '../../../lib/api/call.ts';
import { formatDateTime, formatCount } from '../../../lib/format.ts';
import { HistoryCard, historyQuery } from './history-card.tsx';
import classes from './visits-card.module.css';

const getVisits = call<typeof readVisits>({ method: 'GET', path: '/contractor/{id}/staff-visits' });

/** The times that staff were in the contractor's account, a page at a time. */
export const visitsQuery = (id: number) =>
  historyQuery('staff-visits', id, (query, signal) =>
    getVisits({ params: { id }, query }, { signal }),
  );

/** When staff were in the contractor's account, and why. */
export const VisitsCard = ({ contractorId }: { contractorId: number }) => (
  <HistoryCard
    title="Support Visits"
    text="When our staff were in your account to help you, and what for. They cannot see or change your password."
    label="Support visits"
    empty={{ title: 'No visits', text: 'Our staff have not been in your account.' }}
    failed="The visits could not be loaded."
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
          {endedAt === null ? 'going on now' : lengthOf(startedAt, endedAt)}
        </span>
      </span>
      <span>
        <strong>{staff}</strong> <span className={classes.quiet}>as {account}</span>
      </span>
      <span className={reason === '' ? classes.quiet : undefined}>
        {reason || 'No reason given'}
      </span>
    </li>
  );
}

/** How long it took, in whole minutes. */
function lengthOf(start: string, end: string): string {
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000);
  return minutes < 1 ? 'less than a minute' : formatCount(minutes, 'minute');
}
