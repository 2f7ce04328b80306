import { useEffect, useSyncExternalStore } from 'react';
import { createAtom, useSelector } from '@tanstack/react-store';
import { localStore } from '../lib/storage.ts';

/** The ids of the buttons that open the sidebar, in the top and bottom bars. */
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
 * In a wide window, the user's stored choice; in a narrow one, the sidebar is collapsed until it
 * opens over the page.
 */
const choice = createAtom({
  collapsed: localStore.get(collapsedKey) === '1',
  opened: false,
  opener: menuButtonId,
});

export interface SidebarState {
  viewport: Viewport;
  expanded: boolean;
  /** Whether it is open over the page, which is inert. */
  covers: boolean;
  /** The id of the button that opened it, which gets the focus back. */
  opener: string;
  toggle(button?: string): void;
  /** Collapses a sidebar that is open over the page. */
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

/** Escape collapses the sidebar while it is open over the page. */
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
