import { useEffect, useRef, useState } from 'react';

/** Whether a scrolled element has more below its lower edge. */
export function useScrollEdge<Scrolled extends HTMLElement>() {
  const ref = useRef<Scrolled>(null);
  const [more, setMore] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const look = (): void =>
      setMore(element.scrollHeight - element.scrollTop - element.clientHeight > 2);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  return { ref, more };
}
