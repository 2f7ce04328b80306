import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Session } from '@lintel/contract/identity';
import { payoutAccess } from '@lintel/contract/payouts-constants';
import { may, useSession } from '../../../lib/session.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { firstView, managedQuery } from './api/managed-payouts.ts';
import { HeldTab } from './held-tab.tsx';
import { RunsTab } from './runs-tab.tsx';
import { SettingsButton } from './settings-button.tsx';
import { ToPayTab } from './to-pay-tab.tsx';
import { W9sTab } from './w9s-tab.tsx';
import classes from './manage.module.css';

const tabs = [
  { value: 'due', label: 'To pay', access: payoutAccess.paying },
  { value: 'held', label: 'Held', access: payoutAccess.reading },
  { value: 'runs', label: 'Runs', access: payoutAccess.paying },
  { value: 'w9', label: 'W-9 to review', access: payoutAccess.reviewing },
] as const;
type Tab = (typeof tabs)[number]['value'];

/**
 * The tabs of whoever pays, of whoever reviews tax forms, or of both. A reviewer begins with the
 * forms.
 */
const tabsOf = (session: Session) => tabs.filter(({ access }) => may(session, access));
const firstTab = (session: Session): Tab => (may(session, payoutAccess.paying) ? 'due' : 'w9');

export const load = async ({ client, session }: LoadContext): Promise<unknown> =>
  may(session, payoutAccess.paying) &&
  client.prefetchQuery(managedQuery(firstView({ state: 'due' })));

/**
 * What contractors are paid, for staff: what is due, what waits, what was sent, and the tax forms
 * to review.
 */
export function ManagePayoutsPage() {
  const session = useSession();
  const { tab: asked }: { tab?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = tabsOf(session);
  const chosen = open.find(({ value }) => value === asked)?.value ?? firstTab(session);
  const show = (tab: string | null): void => {
    if (tab !== null)
      void navigate({ to: '/manage/payouts', search: { tab }, replace: true, resetScroll: false });
  };
  return (
    <>
      <PageHeader
        title="Payouts"
        purpose="What contractors are paid, what waits, and the tax forms to review."
        action={<SettingsButton mayChange={may(session, payoutAccess.changingRules)} />}
      />
      <Card bare>
        <Tabs value={chosen} onChange={show} keepMounted={false}>
          <Tabs.List className={classes.tabs}>
            {open.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="due">
            <ToPayTab onStarted={() => show('runs')} />
          </Tabs.Panel>
          <Tabs.Panel value="held">
            <HeldTab />
          </Tabs.Panel>
          <Tabs.Panel value="runs">
            <RunsTab />
          </Tabs.Panel>
          <Tabs.Panel value="w9">
            <W9sTab />
          </Tabs.Panel>
        </Tabs>
      </Card>
    </>
  );
}
