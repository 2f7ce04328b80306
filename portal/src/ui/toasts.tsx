import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from './icons.ts';
import classes from './toasts.module.css';

const icons = {
  success: IconCheck,
  danger: IconAlertTriangle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
};
export type ToastKind = keyof typeof icons;

export function ToastIcon({ kind }: { kind: ToastKind }) {
  const Icon = icons[kind];
  return <Icon size={18} stroke={2} aria-hidden />;
}

/** All toasts, oldest first. */
export const Toasts = () => (
  <Notifications
    position="top-center"
    limit={4}
    zIndex={450}
    classNames={{ notification: classes.toast ?? '' }}
  />
);
