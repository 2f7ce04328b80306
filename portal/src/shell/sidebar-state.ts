import { useEffect, useSyncExternalStore } from 'react';
import { createAtom, useSelector } from '@tanstack/react-store';
import { localStore } from '../lib/storage.ts';

/** The buttons that open the sidebar, in the bars above and below the page. */
export const menuButtonId = 'menu-button';
export const moreButtonId = 'more-button';

export type Viewport = 'wide' | 'medium' | 'phone';

const phone = '(max-width: 768px)';
const narrow = '(max-width: 1023px)';

const readViewport = (): Viewport => {
  if (window.matchMedia(phone).matches) return 'phone';
  return window.matchMedia(narrow).matches ? 'medium' : 'wide';
};

const watchViewport = (listener: () => void): (() => void) => {
  const queries = [window.matchMedia(phone), window.matchMedia(narrow)];
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
};

const collapsedKey = 'lintel.sidebar-collapsed';
/**
 * On a wide window the user's own choice, kept; on a narrower one the sidebar is collapsed until it
 * is opened over the page.
 */
const choice = createAtom({
  collapsed: localStore.get(collapsedKey) === '1',
  opened: false,
  opener: menuButtonId,
});

export interface SidebarState {
  viewport: Viewport;
  expanded: boolean;
  /** It lies over the page, which waits behind it. */
  covers: boolean;
  /** The id of the button that has opened it: the focus returns to it. */
  opener: string;
  toggle(button?: string): void;
  /** Collapses what was opened over the page. */
  close(): void;
}

export function useSidebar(): SidebarState {
  const viewport = useSyncExternalStore(watchViewport, readViewport);
  const { collapsed, opened, opener } = useSelector(choice);
  const wide = viewport === 'wide';
  return {
    viewport,
    expanded: wide ? !collapsed : opened,
    covers: !wide && opened,
    opener,
    toggle: (button = menuButtonId) => {
      if (!wide) return choice.set({ collapsed, opened: !opened, opener: button });
      localStore.set(collapsedKey, collapsed ? null : '1');
      choice.set({ collapsed: !collapsed, opened: false, opener: button });
    },
    close: () => choice.set({ ...choice.get(), opened: false }),
  };
}

/** Escape collapses the sidebar while it lies over the page. */
export function useCloseByEscape({ covers, close }: SidebarState): void {
  useEffect(() => {
    if (!covers) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
