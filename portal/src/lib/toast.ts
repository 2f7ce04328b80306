export type ToastKind = 'success' | 'danger' | 'warning' | 'info';

export interface Toast {
  message: string;
  kind: ToastKind;
  /** Milliseconds; false keeps it until it is closed. */
  life: number | false;
  /** Toasts with the same id replace each other. */
  id?: string;
}

/** The usual lives of a toast, in milliseconds. */
export const toastLife = { brief: 1000, short: 3000, long: 5000 } as const;

/** Shows a toast. Their code is loaded with the first one. */
export const showToast = (message: string, kind: ToastKind = 'success', life: number | false = toastLife.short, id?: string): void => {
  void import('../ui/toasts.tsx').then(({ present }) => present({ message, kind, life, ...(id !== undefined && { id }) }));
};
