import type { ComponentType } from 'react';
import { createAtom } from '@tanstack/react-store';

export interface DialogText {
  title: string;
  text: string;
  /** The confirming button; `OK` when nothing else is said. */
  confirm?: string;
  /** A second button that leaves everything as it is. Without it the dialog only informs. */
  cancel?: string;
  tone?: 'warning' | 'danger' | 'info';
  /** Asks again who it is, in words of its own. */
  proof?: true;
  /** Drawn in the place of all that, such as a sheet with a form. */
  panel?: ComponentType<{ onClose(): void }>;
}

interface OpenDialog extends DialogText {
  settle(confirmed: boolean): void;
}

/** The dialog that is open over the page. */
export const dialogStore = createAtom<OpenDialog | null>(null);

/**
 * Asks or tells something over the page; resolves to whether it was confirmed. A later dialog takes
 * the place of an open one.
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
