import * as m from '#messages';
import { useEffect, useRef, type ReactNode } from 'react';
import { openInView } from './open-in-view.ts';

interface SheetProps {
  title: string;
  children: ReactNode;
  /** The words of the button that does it, and what it does. */
  confirm: string;
  onConfirm(): void;
  busy: boolean;
  /** The words of the button that leaves everything as it is. */
  cancel: string;
  onClose(): void;
}

/**
 * Asks before something is done. The browser's own dialog: it holds the focus, closes on Escape and
 * gives the focus back.
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
      // The dialog may be out of the document by now, and then the browser doesn't return the
      // focus.
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
      // In a frame on another website Escape closes the whole form; here it closes the question
      // alone.
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
