import { notifications, notificationsStore, type NotificationData } from '@mantine/notifications';

let shown: NotificationData[] = [];

notificationsStore.subscribe(({ notifications: open, queue }) => {
  shown.push(...[...open, ...queue].filter((toast) => !shown.includes(toast)));
});

/** The toasts since the test began, latest last, including closed ones. */
export const shownToasts = () =>
  shown.map(({ id, message, autoClose, 'data-kind': kind }) => ({
    id,
    message: String(message),
    kind,
    life: autoClose,
  }));

export function forgetToasts(): void {
  notifications.clean();
  shown = [];
}
