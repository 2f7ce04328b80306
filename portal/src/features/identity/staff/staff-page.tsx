import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import { staffTabs } from '@lintel/contract/identity/staff';
import { useListView } from '../../../lib/list-view.ts';
import { useSession } from '../../../lib/session.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RolesTab } from './roles-tab.tsx';
import { StaffTab } from './staff-tab.tsx';
import { mayChangeStaff, staffQuery, staffRolesQuery, staffView } from './staff-view.ts';
import classes from './staff.module.css';

export const load = ({ client }: LoadContext): Promise<unknown> => {
  const search = Object.fromEntries(new URLSearchParams(window.location.search));
  return Promise.all([
    client.prefetchQuery(staffQuery(staffView.toView(search))),
    client.prefetchQuery(staffRolesQuery),
  ]);
};

const labels = { accounts: m.common_staff(), roles: m.identity_roles_title() } as const;

const route = getRouteApi('/portal/manage/staff');

/** Staff users and their roles. */
export function StaffPage() {
  const session = useSession();
  const { view, change } = useListView(staffView, route.useSearch(), route.useNavigate());
  const mayChange = mayChangeStaff(session);
  const show = (chosen: string | null): void => {
    const tab = staffTabs.find((one) => one === chosen);
    if (tab !== undefined) change({ ...staffView.standard, tab });
  };
  return (
    <>
      <PageHeader title={m.common_staff()} purpose={m.identity_staff_purpose()} />
      <Card bare>
        <Tabs value={view.tab} onChange={show} keepMounted={false}>
          <Tabs.List className={classes.tabs}>
            {staffTabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {labels[tab]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="accounts">
            <StaffTab view={view} onChange={change} mayChange={mayChange} />
          </Tabs.Panel>
          <Tabs.Panel value="roles">
            <RolesTab
              mayChange={mayChange}
              onShowHolders={(role) => change({ ...staffView.standard, role })}
            />
          </Tabs.Panel>
        </Tabs>
      </Card>
    </>
  );
}
