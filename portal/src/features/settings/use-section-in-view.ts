import { useEffect, useState } from 'react';

/** Below the top bar, and a little of what was read last. */
const edge = 200;

const isAtEnd = (): boolean =>
  window.scrollY > 0 && window.innerHeight + window.scrollY >= document.body.scrollHeight - 2;

/** The section that the window shows, of the ids in display order, joined by spaces. */
export function useSectionInView(joined: string): string {
  const [first = ''] = joined.split(' ');
  const [inView, setInView] = useState(first);
  useEffect(() => {
    const ids = joined.split(' ');
    const look = (): void => {
      const above = ids.filter(
        (id) => (document.querySelector(`#${id}`)?.getBoundingClientRect().top ?? edge) < edge,
      );
      // The last one may be too short to come up to the edge.
      setInView((isAtEnd() ? ids.at(-1) : above.at(-1)) ?? ids[0] ?? '');
    };
    // Sections grow when they have loaded; watching begins with a first look.
    const growth = new ResizeObserver(look);
    growth.observe(document.body);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      growth.disconnect();
      window.removeEventListener('scroll', look);
    };
  }, [joined]);
  return inView;
}
