import { useId, type ReactNode } from 'react';
import { usePopup, type PopupKind } from './use-popup.ts';
import classes from './popup.module.css';

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
