import { useEffect, useRef, type ReactNode } from 'react';
import type { DeskMode } from './use-desk.ts';
import classes from './marketing.module.css';

interface Props {
  label: string;
  mode: DeskMode;
  children: ReactNode;
}

/**
 * The part of a tab where a template lies. What is opened there comes into view, and the focus with
 * it, since it may be far down.
 */
export function DeskSection({ label, mode, children }: Props) {
  const section = useRef<HTMLElement>(null);
  const last = useRef(mode);
  useEffect(() => {
    if (last.current === mode) return;
    last.current = mode;
    if (mode === 'closed') return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, [mode]);
  return (
    <section ref={section} className={classes.desk} aria-label={label} tabIndex={-1}>
      {children}
    </section>
  );
}
