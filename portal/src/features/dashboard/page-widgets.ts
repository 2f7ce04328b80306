import type { CoBrandedPage } from '@lintel/contract/pages';
import { IconUsers, IconWorld } from '../../ui/icons.ts';
import { widgetPriority, type Widget } from './widget.ts';

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

const applications: Widget = {
  key: 'applications',
  priority: widgetPriority.stats,
  type: 'default',
  icon: IconUsers,
  title: 'Applications',
  text: 'See who applied, what they were offered and what was funded.',
  action: 'Open the report',
  target: '/reports-applications',
};

/** The cards about co-branded pages and what comes in through them. `pages` is null when the account may not see them. */
export function pageWidgets(pages: readonly CoBrandedPage[] | null, mayReadApplications: boolean): Widget[] {
  const own = pages === null ? [] : [pages.length === 0 ? createPage : managePages(pages)];
  return mayReadApplications && pages?.length !== 0 ? [...own, applications] : own;
}
