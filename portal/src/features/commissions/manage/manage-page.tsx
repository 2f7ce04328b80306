import { getRouteApi } from '@tanstack/react-router';
import { Tabs } from '@mantine/core';
import * as m from '#messages';
import { commissionAccess } from '@lintel/contract/commissions/access';
import { may, useSession } from '../../../lib/session.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { AdjustmentsTab } from './adjustments-tab.tsx';
import { RatesTab } from './rates-tab.tsx';
import { ratesQuery } from './requests.ts';
import classes from './manage.module.css';

export const load = async ({ client }: LoadContext): Promise<unknown> =>
  client.prefetchQuery(ratesQuery);

const route = getRouteApi('/portal/manage/commissions');

/** Commission rates, adjustments, and bonuses for staff. */
export function ManageCommissionsPage() {
  const mayChange = may(useSession(), commissionAccess.changing);
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (to: string | null): void => {
    if (to !== null) void navigate({ search: { tab: to }, replace: true, resetScroll: false });
  };
  return (
    <>
      <PageHeader title={m.screens_commissions()} purpose={m.commissions_manage_purpose()} />
      <Card bare>
        <Tabs
          value={tab === 'adjustments' ? 'adjustments' : 'rates'}
          onChange={show}
          keepMounted={false}
        >
          <Tabs.List className={classes.tabs}>
            <Tabs.Tab value="rates">{m.commissions_rates_tab()}</Tabs.Tab>
            <Tabs.Tab value="adjustments">{m.commissions_adjust_tab()}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="rates">
            <RatesTab mayChange={mayChange} />
          </Tabs.Panel>
          <Tabs.Panel value="adjustments">
            <AdjustmentsTab mayChange={mayChange} />
          </Tabs.Panel>
        </Tabs>
      </Card>
    </>
  );
}
