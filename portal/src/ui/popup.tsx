import {
  createContext,
  Suspense,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import classes from './popup.module.css';

/** `menu`: items navigated with the arrow keys. `dialog`: anything else. */
export type PopupKind = 'menu' | 'dialog';

interface OpenPopup {
  id: string;
  label: string;
  kind: PopupKind;
  close(): void;
}

const Opened = createContext<OpenPopup | null>(null);

/** The popup around a panel. */
export function useOpenPopup(): OpenPopup {
  const popup = use(Opened);
  if (popup === null) throw new Error('A panel is shown by a popup');
  return popup;
}

const holds = ({ current }: RefObject<HTMLElement | null>, target: EventTarget | null): boolean =>
  target instanceof Node && current !== null && current.contains(target);

interface Props {
  /** The accessible name. */
  label: string;
  kind: PopupKind;
  /** The button's content and its class. */
  button: ReactNode;
  buttonClass: string | undefined;
  /** A `PopupPanel`, which may be lazy. */
  children: ReactNode;
}

/**
 * A button with a panel below its right edge. Escape and outside clicks close it; after a choice,
 * focus returns to the button.
 */
export function Popup({ label, kind, button, buttonClass, children }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const opened = useMemo(() => {
    const close = (): void => {
      setOpen(false);
      root.current?.querySelector('button')?.focus();
    };
    return { id, label, kind, close };
  }, [id, label, kind]);
  useEffect(() => {
    if (!open) return undefined;
    const onPointer = (event: PointerEvent): void => {
      if (!holds(root, event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open]);
  const leave = (to: EventTarget | null): void => {
    if (to !== null && !holds(root, to)) setOpen(false);
  };
  return (
    <div
      ref={root}
      className={classes.root}
      onBlur={({ relatedTarget }) => leave(relatedTarget)}
      onKeyDown={({ key }) => open && key === 'Escape' && opened.close()}
    >
      <button
        type="button"
        className={buttonClass}
        aria-label={label}
        aria-haspopup={kind}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <Opened value={opened}>
          <Suspense>{children}</Suspense>
        </Opened>
      )}
    </div>
  );
}
