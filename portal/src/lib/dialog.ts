export interface DialogText {
  title: string;
  text: string;
  /** The confirming button; `OK` when nothing else is said. */
  confirm?: string;
  /** A second button that leaves everything as it is. Without it the dialog only informs. */
  cancel?: string;
  tone?: 'warning' | 'danger' | 'info';
}

export interface OpenDialog extends DialogText {
  settle(confirmed: boolean): void;
}

type Listener = (dialog: OpenDialog | null) => void;

let current: OpenDialog | null = null;
let listener: Listener = () => undefined;

/** The one place that draws dialogs listens here; returns how to stop. */
export function watchDialog(next: Listener): () => void {
  listener = next;
  listener(current);
  return () => {
    listener = () => undefined;
  };
}

/** Asks or tells something over the page; resolves to whether it was confirmed. One dialog at a time: a later call waits for nobody and replaces. */
export function openDialog(dialog: DialogText): Promise<boolean> {
  current?.settle(false);
  return new Promise((resolve) => {
    const settle = (confirmed: boolean): void => {
      current = null;
      listener(null);
      resolve(confirmed);
    };
    current = { ...dialog, settle };
    listener(current);
  });
}
