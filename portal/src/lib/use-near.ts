import { useEffect, useRef, useState } from 'react';

/** How far outside the window an element still counts as near. */
const margin = '400px 0px';

const findsInPage = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f');

/**
 * Whether an element is or was in or near the window, which delays expensive loading. An in-page
 * search and printing need everything, so then all elements count as near. `first` elements start
 * as near.
 */
export function useNear<Of extends HTMLElement>(first = false) {
  const ref = useRef<Of>(null);
  const [near, setNear] = useState(first);
  useEffect(() => {
    if (near || ref.current === null) return undefined;
    const show = (): void => setNear(true);
    const showForSearch = (event: KeyboardEvent): void => void (findsInPage(event) && show());
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(),
      { rootMargin: margin },
    );
    observer.observe(ref.current);
    window.addEventListener('keydown', showForSearch);
    window.addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      window.removeEventListener('keydown', showForSearch);
      window.removeEventListener('beforeprint', show);
    };
  }, [near]);
  return { ref, near };
}
