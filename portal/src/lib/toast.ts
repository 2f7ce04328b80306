import { tabStore } from './storage.ts';
import { makeStore } from './store.ts';

export type ToastKind = 'success' | 'danger' | 'warning' | 'info';

export interface Toast {
  message: string;
  kind: ToastKind;
  /** Milliseconds; false keeps it until it is closed. */
  life: number | false;
  /** Toasts with the same id replace each other. */
  id: string;
}

/** The usual lives of a toast, in milliseconds. */
export const toastLife = { brief: 1000, short: 3000, long: 5000 } as const;

/**
 * The toasts asked for since the page was loaded: the first one brings the code that draws them.
 */
export const toastStore = makeStore<readonly Toast[]>([]);

/** Shows a toast. */
export function showToast(
  message: string,
  kind: ToastKind = 'success',
  life: number | false = toastLife.short,
  id?: string,
): void {
  const asked = toastStore.get();
  toastStore.set([...asked, { message, kind, life, id: id ?? `toast-${asked.length}` }]);
}

const keptKey = 'lintel.kept-toast';

/** Keeps the words of a toast for the document that this tab loads next. */
export const keepToast = (message: string): void => tabStore.set(keptKey, message);

/** Shows what the document before has left to say. */
export function showKeptToast(): void {
  const kept = tabStore.get(keptKey);
  if (kept === null) return;
  tabStore.set(keptKey, null);
  showToast(kept);
}
