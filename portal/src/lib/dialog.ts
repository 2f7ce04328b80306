import type { ComponentType } from 'react';
import { createAtom } from '@tanstack/react-store';

export interface DialogText {
  title: string;
  text: string;
  /** The confirming button; `OK` by default. */
  confirm?: string;
  /** A second button that cancels. Without it, the dialog only informs. */
  cancel?: string;
  tone?: 'warning' | 'danger' | 'info';
  /** Asks for a step-up, with its own texts. */
  proof?: true;
  /** Replaces the dialog's content, for example with a form. */
  panel?: ComponentType<{ onClose(): void }>;
}

interface OpenDialog extends DialogText {
  settle(confirmed: boolean): void;
}

/** The open dialog. */
export const dialogStore = createAtom<OpenDialog | null>(null);

/**
 * Opens a question or message; resolves to whether the user confirmed. A later dialog replaces an
 * open one.
 */
export function openDialog(dialog: DialogText): Promise<boolean> {
  dialogStore.get()?.settle(false);
  return new Promise((resolve) => {
    const settle = (confirmed: boolean): void => {
      dialogStore.set(null);
      resolve(confirmed);
    };
    dialogStore.set({ ...dialog, settle });
  });
}
