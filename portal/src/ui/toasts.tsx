import { useEffect, useRef } from 'react';
import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import * as m from '#messages';
import { toastStore, type Toast } from '../lib/toast.ts';
import { useStore } from '../lib/store.ts';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from './icons.ts';
import classes from './toasts.module.css';

const icons = {
  success: IconCheck,
  danger: IconAlertTriangle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
};

function present({ message, kind, life, id }: Toast): void {
  const Icon = icons[kind];
  notifications.hide(id);
  notifications.show({
    id,
    message,
    autoClose: life,
    icon: <Icon size={18} stroke={2} aria-hidden />,
    closeButtonProps: { 'aria-label': m.common_close() },
    classNames: {
      root: classes.toast ?? '',
      icon: classes.icon ?? '',
      description: classes.text ?? '',
    },
    'data-kind': kind,
  });
}

/** Draws the toasts, in the order in which they were asked for. */
export function Toasts() {
  const asked = useStore(toastStore);
  const shown = useRef(0);
  useEffect(() => {
    for (const toast of asked.slice(shown.current)) present(toast);
    shown.current = asked.length;
  }, [asked]);
  return <Notifications position="top-center" limit={4} zIndex={450} />;
}
