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

/** The number of contractors, for staff. */
const contractorCountQuery = queryOptions({
  queryKey: ['dashboard', 'contractor-count'],
  queryFn: ({ signal }) =>
    getContractors({ query: { limit: 10 } }, { signal }).then(({ total }) => total),
});

/** One line about the purpose of each screen with a card. */
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
 * A card for each screen of the Manage area that the staff user can open; Contractors shows their
 * number.
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

/** Prefetches the data of the staff cards. */
export async function prefetchStaffCards(client: QueryClient, session: Session): Promise<void> {
  await Promise.all([
    may(session, managing) && client.prefetchQuery(contractorCountQuery),
    may(session, waitingFor) && prefetchWaiting(client),
  ]);
}

/** Open tasks of a staff user, and links to their screens. */
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
      {/* The open tasks are above; a page without cards must not claim that all is done. */}
      {(widgets.length > 0 || !hasWaiting) && <WidgetCards widgets={widgets} />}
    </div>
  );
}
