import { brand } from '../lib/brand.ts';
import type { AnyRouter } from '@tanstack/react-router';
import { forgetReload, type PageControl } from './reactions.ts';

/** Navigates to a path from the shell's own links. */
export const makeNavigate =
  (router: AnyRouter) =>
  async (to: '/' | '/login' | '/personal-info', returnTo?: string): Promise<void> => {
    const search =
      to === '/login' && returnTo !== undefined && returnTo !== '/'
        ? `?${new URLSearchParams({ returnTo }).toString()}`
        : '';
    await router.navigate({ href: to + search, replace: to === '/login' });
  };

/** Whether a screen behind the session check is open or loading. */
export const isInside = (router: AnyRouter): boolean =>
  router.state.matches.some(({ routeId }) => routeId === '/portal');

/** The browser's page, for the shell's reactions. */
export const makePageControl = (router: AnyRouter): PageControl => ({
  path: () => window.location.pathname,
  address: () => window.location.pathname + window.location.search,
  isInside: () => isInside(router),
  reload: () => window.location.reload(),
  go: makeNavigate(router),
});

/** Sets each page's document title and focuses its heading, so screen readers announce the page. */
export function watchNavigation(router: AnyRouter): void {
  const updateTitle = (): void => {
    const title = router.state.matches.findLast((match) => match.staticData.title !== undefined)
      ?.staticData.title;
    document.title = title === undefined ? brand.name : `${title} · ${brand.name}`;
  };
  router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
    updateTitle();
    if (!pathChanged || fromLocation === undefined) return;
    forgetReload(window.location.pathname);
    requestAnimationFrame(focusHeading);
  });
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null || document.activeElement?.closest('main, [role=dialog]')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
