import { getRouteApi } from '@tanstack/react-router';
import { Tabs } from '@mantine/core';
import * as m from '#messages';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ExportsTab } from './exports-tab.tsx';
import { YearsTab } from './years-tab.tsx';
import classes from './accounting.module.css';

const route = getRouteApi('/portal/manage/accounting');

/** Exports for accounting, and what contractors earned and were paid in a year. */
export function AccountingPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (to: string | null): void => {
    if (to !== null) void navigate({ search: { tab: to }, replace: true, resetScroll: false });
  };
  return (
    <>
      <PageHeader title={m.screens_accounting()} purpose={m.accounting_purpose()} />
      <Card bare>
        <Tabs value={tab === 'years' ? 'years' : 'exports'} onChange={show} keepMounted={false}>
          <Tabs.List className={classes.tabs}>
            <Tabs.Tab value="exports">{m.accounting_exports_tab()}</Tabs.Tab>
            <Tabs.Tab value="years">{m.accounting_years_tab()}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="exports">
            <ExportsTab />
          </Tabs.Panel>
          <Tabs.Panel value="years">
            <YearsTab />
          </Tabs.Panel>
        </Tabs>
      </Card>
    </>
  );
}
