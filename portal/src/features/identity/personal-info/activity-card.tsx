import * as m from '#messages';
import type { Activity, readActivity } from '@lintel/contract/audit/activity';
import { call } from '../../../lib/api/call.ts';
import { brand } from '../../../lib/brand.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { HistoryCard, historyQuery } from './history-card.tsx';
import classes from './visits-card.module.css';

const getActivity = call<typeof readActivity>({ method: 'GET', path: '/contractor/{id}/activity' });

/** The activity in the contractor's account, by page. */
const activityQuery = (id: number) =>
  historyQuery('account-activity', id, (query, signal) =>
    getActivity({ params: { id }, query }, { signal }),
  );

/** The activity in the contractor's account, for its owner. */
export const ActivityCard = ({ contractorId }: { contractorId: number }) => (
  <HistoryCard
    title={m.identity_activity_title()}
    text={m.identity_activity_purpose()}
    label={m.identity_activity_label()}
    empty={{ title: m.identity_activity_none(), text: m.identity_activity_noneText() }}
    failed={m.identity_activity_loadFailed()}
    query={activityQuery(contractorId)}
    renderRow={(activity) => <Row key={activity.id} activity={activity} />}
  />
);

const Row = ({ activity }: { activity: Activity }) => (
  <li>
    <span className={classes.when}>{formatDateTime(activity.at)}</span>
    <strong>{activity.text}</strong>
    <span>
      {actorName(activity)}{' '}
      {activity.address !== '' && (
        <span className={classes.quiet}>
          {m.identity_activity_fromAddress({ address: activity.address })}
        </span>
      )}
    </span>
  </li>
);

/** Staff are unnamed here; the list of their visits names them. */
function actorName({ by, name }: Activity): string {
  if (by === 'person') return name;
  if (by === 'staff') return m.identity_activity_staff({ brand: brand.name });
  return by === 'visitor' ? m.common_notSignedIn() : brand.name;
}
