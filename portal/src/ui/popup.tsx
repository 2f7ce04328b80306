import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  useId,
  type ReactNode,
  type RefObject,
} from 'react';
import classes from './popup.module.css';

/** `menu`: items that one walks through with the arrow keys. `dialog`: anything else. */
type PopupKind = 'menu' | 'dialog';

const stops = { menu: '[role^="menuitem"]', dialog: 'a[href], button' };
const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

const holds = ({ current }: RefObject<HTMLElement | null>, target: EventTarget | null): boolean =>
  target instanceof Node && current !== null && current.contains(target);

/**
 * Opens and closes a panel under a button and walks through its items. Escape and a click elsewhere
 * close it.
 */
function usePopup(kind: PopupKind) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    panel.current?.querySelector<HTMLElement>(stops[kind])?.focus();
    const onPointer = (event: PointerEvent): void => {
      if (!holds(root, event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open, kind]);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return close();
    const step = kind === 'menu' ? steps[event.key] : undefined;
    const items = [...(panel.current?.querySelectorAll<HTMLElement>(stops[kind]) ?? [])];
    if (step === undefined || items.length === 0) return undefined;
    event.preventDefault();
    return items[
      step(
        items.findIndex((item) => item === document.activeElement),
        items.length,
      )
    ]?.focus();
  };
  const leave = (to: EventTarget | null): void => {
    if (to !== null && !holds(root, to)) setOpen(false);
  };
  return { open, toggle: () => setOpen(!open), close, leave, onKey, root, panel };
}

interface Props {
  /** What the button opens, for people who do not see it. */
  label: string;
  kind: PopupKind;
  /** The button's content and its class. */
  button: ReactNode;
  buttonClass: string | undefined;
  width: number;
  children: ReactNode;
}

/** A button with a panel below its right edge. After a choice the focus returns to the button. */
export function Popup({ label, kind, button, buttonClass, width, children }: Props) {
  const { open, toggle, close, leave, onKey, root, panel } = usePopup(kind);
  const panelId = useId();
  return (
    <div ref={root} className={classes.root} onBlur={({ relatedTarget }) => leave(relatedTarget)}>
      <button
        type="button"
        className={buttonClass}
        aria-label={label}
        aria-haspopup={kind}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={toggle}
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
