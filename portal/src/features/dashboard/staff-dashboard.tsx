import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { listContractors } from '@lintel/contract/contractors/manage';
import { staffWith } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity/sessions';
import { call } from '../../lib/api/call.ts';
import { may } from '../../lib/session.ts';
import { opens } from '../../routes/guard.ts';
import { screens, type Screen, type ScreenName } from '../../routes/screens.ts';
import { menuIcons } from '../../shell/menu.ts';
import { ClaimList } from './claim-list.tsx';
import { FlaggedList } from './flagged-list.tsx';
import { LoadFailure } from './load-failure.tsx';
import { prefetchWaiting, WaitingCard } from './waiting-card.tsx';
import { type Widget, WidgetCards } from './widget-cards.tsx';
import classes from './dashboard.module.css';

const getContractors = call<typeof listContractors>({ method: 'GET', path: '/manage/contractors' });

/** How many contractors there are, for staff. */
const contractorCountQuery = queryOptions({
  queryKey: ['dashboard', 'contractor-count'],
  queryFn: ({ signal }) =>
    getContractors({ query: { limit: 10 } }, { signal }).then(({ total }) => total),
});

/** What the screens that have a card are for, in one line. */
const purposes: Partial<Record<ScreenName, string>> = {
  'manage-contractors': m.common_contractorsPurpose(),
  'manage-emails': m.dashboard_staff_emails(),
  'manage-plans': m.common_plansPurpose(),
  'manage-settings': m.common_settingsPurpose(),
};

const manageScreens = screens.flatMap((screen) => {
  const purpose = purposes[screen.name];
  return purpose === undefined ? [] : [{ ...screen, purpose }];
});

/**
 * A card for each screen of the Manage area that is open to a member of staff; Contractors tells
 * how many there are.
 */
const staffWidgets = (session: Session, contractorCount: number | undefined): Widget[] =>
  manageScreens
    .filter((screen: Screen) => opens(screen, session))
    .map(({ name, label, purpose, path }, index) => ({
      key: name,
      priority: index,
      type: 'default',
      icon: menuIcons[name],
      title: label,
      text: purpose,
      ...(name === 'manage-contractors' &&
        contractorCount !== undefined && {
          stat: [{ value: contractorCount, label: m.dashboard_staff_accounts() }],
        }),
      action: m.dashboard_staff_open({ label }),
      target: path,
    }));

const managing = staffWith(['manage-contractors', 'access']);
const deciding = staffWith(['manage-contractors', 'plan_modify']);
const waitingFor = staffWith(
  ['payout-tax', 'manage_access'],
  ['payouts', 'manage_access'],
  ['manage-contractors', 'access'],
  ['manage-contractors', 'account_create'],
  ['manage-emails', 'access_templates'],
);

/** Starts what the cards of staff need. */
export async function prefetchStaffCards(client: QueryClient, session: Session): Promise<void> {
  await Promise.all([
    may(session, managing) && client.prefetchQuery(contractorCountQuery),
    may(session, waitingFor) && prefetchWaiting(client),
  ]);
}

/** What waits for a member of staff, and the way to what they look after. */
export function StaffDashboard({ session }: { session: Session }) {
  const manages = may(session, managing);
  const count = useQuery({ ...contractorCountQuery, enabled: manages });
  if (count.isError) return <LoadFailure onRetry={() => void count.refetch()} />;
  const widgets = staffWidgets(session, count.data);
  const hasWaiting = may(session, waitingFor);
  return (
    <div className={classes.stack}>
      {hasWaiting && <WaitingCard />}
      {manages && <ClaimList decides={may(session, deciding)} />}
      {manages && <FlaggedList />}
      {/* What waits is said above; without any card the page must not say that all is done. */}
      {(widgets.length > 0 || !hasWaiting) && <WidgetCards widgets={widgets} />}
    </div>
  );
}
