import { createElement, lazy, useState } from 'react';
import { hideNotification, showNotification, useNotifications } from '@mantine/notifications';
import * as m from '#messages';
import type { ToastKind } from '../ui/toasts.tsx';
import { tabStore } from './storage.ts';

export type { ToastKind };

/** Loads the icon component of toasts. */
export const loadToastIcon = () =>
  import('../ui/toasts.tsx').then((part) => ({ default: part.ToastIcon }));
const ToastIcon = lazy(loadToastIcon);

/** Standard toast durations, in milliseconds. */
export const toastLife = { brief: 1000, short: 3000, long: 5000 } as const;

/**
 * Shows a toast for `life` milliseconds; false keeps it until it is closed. It replaces an earlier
 * one with the same id.
 */
export function showToast(
  message: string,
  kind: ToastKind = 'success',
  life: number | false = toastLife.short,
  id?: string,
): void {
  if (id !== undefined) hideNotification(id);
  showNotification({
    ...(id !== undefined && { id }),
    message,
    autoClose: life,
    icon: createElement(ToastIcon, { kind }),
    closeButtonProps: { 'aria-label': m.common_close() },
    'data-kind': kind,
  });
}

/** Whether there has been a toast: the first one loads the toast code. */
export function useToasts(): boolean {
  const isOpen = useNotifications().notifications.length > 0;
  const [wasOpen, remember] = useState(false);
  if (isOpen && !wasOpen) remember(true);
  return isOpen || wasOpen;
}

const keptKey = 'lintel.kept-toast';

/** Keeps a toast for the next document in this tab. */
export const keepToastForNextPage = (message: string): void => tabStore.set(keptKey, message);

/** Shows the toast kept by the previous document. */
export function showKeptToast(): void {
  const kept = tabStore.get(keptKey);
  if (kept === null) return;
  tabStore.set(keptKey, null);
  showToast(kept);
}
