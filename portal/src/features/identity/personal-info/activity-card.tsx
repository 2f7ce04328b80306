import type { Activity, readActivity } from '@lintel/contract/audit/activity';
import { call } from '../../../lib/api/call.ts';
import { brand } from '../../../lib/brand.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { HistoryCard, historyQuery } from './history-card.tsx';
import classes from './visits-card.module.css';

const getActivity = call<typeof readActivity>({ method: 'GET', path: '/contractor/{id}/activity' });

/** What was done in the contractor's account, a page at a time. */
export const activityQuery = (id: number) =>
  historyQuery('account-activity', id, (query, signal) =>
    getActivity({ params: { id }, query }, { signal }),
  );

/** What was done in the contractor's account, for its owner. */
export const ActivityCard = ({ contractorId }: { contractorId: number }) => (
  <HistoryCard
    title="Account Activity"
    text="Sign-ins and changes in your account, by you, your team and our staff. Entries cannot be changed or deleted."
    label="Account activity"
    empty={{ title: 'No activity', text: 'What is done in your account appears here.' }}
    failed="The activity could not be loaded."
    query={activityQuery(contractorId)}
    renderRow={(activity) => <Row key={activity.id} activity={activity} />}
  />
);

const Row = ({ activity }: { activity: Activity }) => (
  <li>
    <span className={classes.when}>{formatDateTime(activity.at)}</span>
    <strong>{activity.text}</strong>
    <span>
      {whoDid(activity)}{' '}
      {activity.address !== '' && <span className={classes.quiet}>from {activity.address}</span>}
    </span>
  </li>
);

/** Our staff are not named here: who of them was in the account stands with their visits. */
function whoDid({ by, name }: Activity): string {
  if (by === 'person') return name;
  if (by === 'staff') return `${brand.name} staff`;
  return by === 'visitor' ? 'Without signing in' : brand.name;
}
