import * as m from '#messages';
import { useEffect, useRef, type ReactNode } from 'react';
import { openInView } from './open-in-view.ts';

interface SheetProps {
  title: string;
  children: ReactNode;
  /** The label and the action of the confirming button. */
  confirm: string;
  onConfirm(): void;
  busy: boolean;
  /** The label of the canceling button. */
  cancel: string;
  onClose(): void;
}

/**
 * Asks for confirmation. It uses the browser's own dialog, which traps the focus, closes on Escape,
 * and restores the focus.
 */
export function Sheet({ title, children, confirm, onConfirm, busy, cancel, onClose }: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = sheet.current;
    const opener = document.activeElement;
    const release = dialog === null ? undefined : openInView(dialog);
    return () => {
      release?.();
      dialog?.close();
      // The dialog may already be removed, and then the browser doesn't restore the focus.
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={sheet}
      className="sheet"
      aria-labelledby="sheet-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // In a frame on another website, Escape closes the whole form; here it closes only the
      // confirmation.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <h3 id="sheet-title" tabIndex={-1} autoFocus>
        {title}
      </h3>
      {children}
      <div className="actions">
        <button type="button" className="plain" onClick={onClose}>
          {cancel}
        </button>
        <button type="button" className="button" disabled={busy} onClick={onConfirm}>
          {busy ? m.form_busy() : confirm}
        </button>
      </div>
    </dialog>
  );
}
