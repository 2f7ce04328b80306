import { useEffect, useRef } from 'react';

/**
 * A ref for the element that takes the focus when its part of the screen appears by the user's
 * choice, so that a keyboard goes on where the eye is.
 */
export function useFocus<Element extends HTMLElement>(wanted: boolean) {
  const element = useRef<Element>(null);
  const first = useRef(wanted);
  useEffect(() => {
    if (first.current) element.current?.focus();
    first.current = false;
  }, []);
  return element;
}
