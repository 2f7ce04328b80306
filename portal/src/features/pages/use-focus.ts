import { useEffect, useRef } from 'react';

/**
 * Returns a ref that focuses its element when the user brings it up, so keyboard focus follows the
 * screen.
 */
export function useFocus<Element extends HTMLElement>(active: boolean) {
  const element = useRef<Element>(null);
  const first = useRef(active);
  useEffect(() => {
    if (first.current) element.current?.focus();
    first.current = false;
  }, []);
  return element;
}
