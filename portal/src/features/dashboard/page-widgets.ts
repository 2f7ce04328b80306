import { queryOptions } from '@tanstack/react-query';
import * as m from '#messages';
import type { readAnalytics } from '@lintel/contract/applications/graphs';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { listPages, CoBrandedPage } from '@lintel/contract/pages/page';
import { call } from '../../lib/api/call.ts';
import { addDays, dayInZone } from '../../lib/date-ranges.ts';
import { formatDate } from '../../lib/format.ts';
import { IconUsers, IconWorld } from '../../ui/icons.ts';
import { widgetPriority, type Widget } from './widget-cards.tsx';

const getPages = call<typeof listPages>({ method: 'GET', path: '/contractor/{id}/page' });

/** The contractor's open co-branded pages with their public addresses. */
export const pagesQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'pages', contractorId],
    queryFn: async ({ signal }) => {
      const { data } = await getPages({ params: { id: contractorId } }, { signal });
      return { data: data.filter(({ isActive }) => isActive) };
    },
  });

const getAnalytics = call<typeof readAnalytics>({
  method: 'GET',
  path: '/contractor/{id}/co-branded/analytics',
});

/** How many days the figures cover. */
const analyticsDays = 729;

/** The figures of the contractor's pages for the last 729 days. */
export const analyticsQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'analytics', contractorId],
    queryFn: ({ signal }) => {
      const today = dayInZone(new Date());
      const lastEditDate = {
        start: formatDate(addDays(today, -analyticsDays)),
        end: formatDate(today),
      };
      return getAnalytics({ params: { id: contractorId }, query: { lastEditDate } }, { signal });
    },
  });

/** How many applications it takes to show the figures instead of the address. */
const statsThreshold = 10;

export type Analytics = Answer<typeof readAnalytics>;

const createPage: Widget = {
  key: 'create-page',
  priority: widgetPriority.createPage,
  type: 'warning',
  icon: IconWorld,
  title: m.common_coBrandedPage(),
  text: m.dashboard_page_purpose(),
  warning: {
    title: m.dashboard_page_none(),
    text: m.dashboard_page_noneText(),
  },
  action: m.dashboard_page_create(),
  target: '/co-branded',
};

const managePages = (pages: readonly CoBrandedPage[]): Widget => ({
  key: 'manage-pages',
  priority: widgetPriority.managePage,
  type: 'default',
  icon: IconWorld,
  title: pages.length === 1 ? m.dashboard_page_yours_one() : m.dashboard_page_yours_many(),
  text: m.dashboard_page_share(),
  links: pages.map(({ id, params, pageName, fullUrl }) => ({
    id,
    label: params.title || pageName,
    url: fullUrl,
  })),
  action: pages.length === 1 ? m.dashboard_page_manage_one() : m.dashboard_page_manage_many(),
  target: '/co-branded',
});

const stats = ({ submittedApplications, receivedOffers, fundingOffers }: Analytics): Widget => ({
  key: 'stats',
  priority: widgetPriority.stats,
  type: 'default',
  icon: IconUsers,
  title: m.dashboard_stats_title(),
  text: m.dashboard_stats_purpose(),
  stat: [
    {
      value: submittedApplications,
      label: submittedApplications === 1 ? m.common_application_one() : m.common_application_many(),
    },
    {
      value: receivedOffers,
      label: receivedOffers === 1 ? m.dashboard_stats_offer_one() : m.dashboard_stats_offer_many(),
    },
    {
      value: fundingOffers,
      label:
        fundingOffers === 1 ? m.dashboard_stats_funding_one() : m.dashboard_stats_funding_many(),
    },
  ],
  action: m.dashboard_stats_open(),
  target: '/reports-applications',
});

/**
 * The figures, from 10 applications or any offer on. Null without access to the report or below
 * that.
 */
const busyStats = (analytics: Analytics | undefined): Widget | null =>
  analytics && (analytics.submittedApplications >= statsThreshold || analytics.receivedOffers > 0)
    ? stats(analytics)
    : null;

/**
 * The single card about the results of the co-branded pages. Users with the report of applications
 * see the figures; users with the pages see the address, or that no page exists yet. Undefined
 * without access.
 */
export function pageWidget(
  pages: readonly CoBrandedPage[] | undefined,
  analytics: Analytics | undefined,
): Widget | null {
  if (pages?.length === 0) return createPage;
  return busyStats(analytics) ?? (pages === undefined ? null : managePages(pages));
}
