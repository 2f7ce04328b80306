import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useOpenPopup } from './popup.tsx';
import classes from './popup.module.css';

const stops = { menu: '[role^="menuitem"]', dialog: 'a[href], button' };
const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** The content of a popup: the first item gets the focus, and the arrow keys move from there. */
export function PopupPanel({ width, children }: { width: number; children: ReactNode }) {
  const { id, label, kind, close } = useOpenPopup();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>(stops[kind])?.focus(), [kind]);
  const onKey = (event: KeyboardEvent): void => {
    const step = kind === 'menu' ? steps[event.key] : undefined;
    const items = [...(panel.current?.querySelectorAll<HTMLElement>(stops[kind]) ?? [])];
    if (step === undefined || items.length === 0) return;
    event.preventDefault();
    const at = items.findIndex((item) => item === document.activeElement);
    items[step(at, items.length)]?.focus();
  };
  return (
    <div
      ref={panel}
      id={id}
      className={classes.panel}
      style={{ width }}
      role={kind}
      aria-label={label}
      onKeyDown={onKey}
      onClick={kind === 'menu' ? close : undefined}
    >
      {children}
    </div>
  );
}

interface ItemProps {
  icon: ReactNode;
  children: ReactNode;
  /** The selected one of several items. */
  checked?: boolean;
  onPick?: () => void;
  /** An external link, opened in a new tab. */
  href?: string;
}

export function PopupItem({ icon, children, checked, onPick, href }: ItemProps) {
  if (href !== undefined) {
    return (
      <a
        className={classes.item}
        role="menuitem"
        href={href}
        target="_blank"
        rel="noreferrer"
        tabIndex={-1}
      >
        {icon}
        {children}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={classes.item}
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      tabIndex={-1}
      onClick={onPick}
    >
      {icon}
      {children}
    </button>
  );
}
