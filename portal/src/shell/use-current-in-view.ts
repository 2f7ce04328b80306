import { useEffect, useRef } from 'react';
import { useRouter } from '@tanstack/react-router';

/** Room above and below the item, in pixels. */
const room = 12;

function showCurrent(menu: HTMLElement | null): void {
  const item = menu?.querySelector('[aria-current="page"]');
  if (!menu || !item) return;
  const [frame, place] = [menu.getBoundingClientRect(), item.getBoundingClientRect()];
  const below = place.bottom + room - frame.bottom;
  const above = frame.top + room - place.top;
  if (below > 0) menu.scrollTop += below;
  else if (above > 0) menu.scrollTop -= above;
}

/**
 * For a menu that scrolls by itself: its item of the current page comes into view, without the page
 * being moved.
 */
export function useCurrentInView<Menu extends HTMLElement>() {
  const menu = useRef<Menu>(null);
  const router = useRouter();
  useEffect(() => {
    const show = (): void => showCurrent(menu.current);
    show();
    return router.subscribe('onRendered', show);
  }, [router]);
  return menu;
}
