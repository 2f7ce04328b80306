import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './popup.module.css';

interface Props {
  /** What the button opens, for people who do not see it. */
  label: string;
  /** `menu`: items that one walks through with the arrow keys. `dialog`: anything else. */
  kind: 'menu' | 'dialog';
  /** The button's content and its class. */
  button: ReactNode;
  buttonClass: string | undefined;
  width: number;
  children: ReactNode;
}

const stops = { menu: '[role^="menuitem"]', dialog: 'a[href], button' };
const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** A button with a panel below its right edge. Escape, a choice and a click elsewhere close it; the focus returns to the button. */
export function Popup({ label, kind, button, buttonClass, width, children }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const items = (): HTMLElement[] => [...(panel.current?.querySelectorAll<HTMLElement>(stops[kind]) ?? [])];
  const close = (): void => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    panel.current?.querySelector<HTMLElement>(stops[kind])?.focus();
    const onPointer = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open, kind]);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return close();
    const step = kind === 'menu' ? steps[event.key] : undefined;
    const all = items();
    if (step === undefined || all.length === 0) return undefined;
    event.preventDefault();
    return all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus();
  };
  return (
    <div
      ref={root}
      className={classes.root}
      onBlur={({ relatedTarget }) => relatedTarget !== null && !root.current?.contains(relatedTarget) && setOpen(false)}
    >
      <button
        type="button"
        className={buttonClass}
        aria-label={label}
        aria-haspopup={kind}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div
          ref={panel}
          id={panelId}
          className={classes.panel}
          style={{ width }}
          role={kind}
          aria-label={label}
          onKeyDown={onKey}
          onClick={kind === 'menu' ? close : undefined}
        >
          {children}
        </div>
      )}
    </div>
  );
}

interface ItemProps {
  icon: ReactNode;
  children: ReactNode;
  /** One of several of which one is chosen. */
  checked?: boolean;
  onPick?: () => void;
  /** Leads out of the portal, in a new tab. */
  href?: string;
}

/** An item of a menu. */
export function PopupItem({ icon, children, checked, onPick, href }: ItemProps) {
  if (href !== undefined) {
    return (
      <a className={classes.item} role="menuitem" href={href} target="_blank" rel="noreferrer" tabIndex={-1}>
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
