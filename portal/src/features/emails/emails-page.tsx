import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity/sessions';
import { may, useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EventsTab } from './events-tab.tsx';
import { builtInQuery, failedQuery, firstFailed, firstSearch, templatesQuery } from './requests.ts';
import { TemplatesTab } from './templates-tab.tsx';
import { TextsTab } from './texts-tab.tsx';
import { UndeliverableTab } from './undeliverable-tab.tsx';
import { UnsubscribersTab } from './unsubscribers-tab.tsx';
import classes from './emails.module.css';

const reading = staffWith(['manage-emails', 'access_templates']);
const changing = staffWith(['manage-emails', 'modify_templates']);
const unsubscriberAccess = staffWith(['manage-emails', 'access_unsubscribers']);

type EmailsTab = 'templates' | 'events' | 'unsubscribers' | 'undeliverable' | 'texts';

const mayChangeTemplates = (session: Session): boolean => may(session, changing);

/** The session's visible tabs, in display order. */
function visibleTabs(session: Session): EmailsTab[] {
  const templates = may(session, reading) ? (['templates', 'events'] as const) : [];
  const unsubscribers = may(session, unsubscriberAccess)
    ? (['unsubscribers', 'undeliverable'] as const)
    : [];
  const texts = may(session, reading) || unsubscribers.length > 0 ? (['texts'] as const) : [];
  return [...templates, ...unsubscribers, ...texts];
}

/**
 * The tab to show: the requested one, `templates` by default, or `unsubscribers` without access to
 * it.
 */
function activeTab(requested: unknown, open: readonly EmailsTab[]): EmailsTab {
  const found = open.find((tab) => tab === (requested ?? 'templates'));
  return found ?? (open.includes('unsubscribers') ? 'unsubscribers' : (open[0] ?? 'unsubscribers'));
}

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  const requested = new URLSearchParams(window.location.search).get('tab') ?? undefined;
  if (activeTab(requested, visibleTabs(session)) !== 'templates') return;
  await Promise.all([
    client.prefetchQuery(templatesQuery(firstSearch)),
    client.prefetchQuery(failedQuery(firstFailed)),
    client.prefetchQuery(builtInQuery(firstFailed)),
  ]);
};

const labels: Record<EmailsTab, string> = {
  templates: m.emails_templates_title(),
  events: m.emails_events_title(),
  unsubscribers: m.emails_unsubscribed_title(),
  undeliverable: m.emails_bounced_tab(),
  texts: m.emails_texts_title(),
};

const route = getRouteApi('/portal/manage/emails');

/**
 * The product's messages, for staff: templates, events, unsubscribed addresses, and undeliverable
 * addresses.
 */
export function EmailsPage() {
  const session = useSession();
  const { tab: requested } = route.useSearch();
  const navigate = route.useNavigate();
  const open = visibleTabs(session);
  const active = activeTab(requested, open);
  const mayChange = mayChangeTemplates(session);
  const panels = {
    templates: <TemplatesTab mayChange={mayChange} />,
    events: <EventsTab mayChange={mayChange} />,
    unsubscribers: <UnsubscribersTab />,
    undeliverable: <UndeliverableTab />,
    texts: (
      <TextsTab
        showsMessages={may(session, reading)}
        showsStopped={may(session, unsubscriberAccess)}
        mayRetry={mayChange}
      />
    ),
  };
  const show = (tab: string | null): void => {
    if (tab !== null) void navigate({ search: { tab }, replace: true, resetScroll: false });
  };
  return (
    <>
      <PageHeader title={m.screens_emails()} purpose={m.emails_purpose()} />
      <Card bare>
        <Tabs value={active} onChange={show} keepMounted={false}>
          <Tabs.List className={classes.tabs}>
            {open.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {labels[tab]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {open.map((tab) => (
            <Tabs.Panel key={tab} value={tab}>
              {panels[tab]}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Card>
    </>
  );
}
