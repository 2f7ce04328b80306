import type { Answer } from '@lintel/contract/core/endpoint';
import type { readAnalytics } from '@lintel/contract/applications-graphs';
import type { CoBrandedPage } from '@lintel/contract/pages';
import { IconUsers, IconWorld } from '../../ui/icons.ts';
import { widgetPriority, type Widget } from './widget.ts';

/** From so many applications on the figures say more than the address does (part 2 section 9). */
const statsThreshold = 10;

export type Analytics = Answer<typeof readAnalytics>;

const createPage: Widget = {
  key: 'create-page',
  priority: widgetPriority.createPage,
  type: 'warning',
  icon: IconWorld,
  title: 'Co-branded page',
  text: 'Homeowners apply through a page that carries your name and logo.',
  warning: {
    title: 'You have no financing page yet',
    text: 'Create it to start receiving applications. It takes about two minutes.',
  },
  action: 'Create page',
  target: '/co-branded',
};

const managePages = (pages: readonly CoBrandedPage[]): Widget => ({
  key: 'manage-pages',
  priority: widgetPriority.managePage,
  type: 'default',
  icon: IconWorld,
  title: pages.length === 1 ? 'Your co-branded page' : 'Your co-branded pages',
  text: 'Share the address: on your website, in e-mails, on your truck.',
  links: pages.map(({ params, pageName, fullUrl }) => ({ label: params.title || pageName, url: fullUrl })),
  action: pages.length === 1 ? 'Manage page' : 'Manage pages',
  target: '/co-branded',
});

const stats = ({ submittedApplications, receivedOffers, fundingOffers }: Analytics): Widget => ({
  key: 'stats',
  priority: widgetPriority.stats,
  type: 'default',
  icon: IconUsers,
  title: 'Your applications',
  text: 'What came in through your pages in the last two years.',
  stat: [
    { value: submittedApplications, label: submittedApplications === 1 ? 'application' : 'applications' },
    { value: receivedOffers, label: receivedOffers === 1 ? 'offer' : 'offers' },
    { value: fundingOffers, label: fundingOffers === 1 ? 'funding received' : 'fundings received' },
  ],
  action: 'Open the report',
  target: '/reports-applications',
});

/**
 * The one card about co-branded pages: none yet, its address, or what came in through it. Without access to the report the address
 * stays, however much came in.
 */
export function pageWidget(pages: readonly CoBrandedPage[], analytics: Analytics | undefined, readsReport: boolean): Widget {
  if (pages.length === 0) return createPage;
  const busy = analytics && (analytics.submittedApplications >= statsThreshold || analytics.receivedOffers > 0);
  return busy && readsReport ? stats(analytics) : managePages(pages);
}
