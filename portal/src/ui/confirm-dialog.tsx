import { Button, Group, Modal, Text } from '@mantine/core';
import * as m from '#messages';
import { IconAlertTriangle, IconInfoCircle } from './icons.ts';
import classes from './confirm-dialog.module.css';

export interface ConfirmDialogProps {
  title: string;
  text: string;
  confirm?: string | undefined;
  /** Without it the dialog has one button. */
  cancel?: string | undefined;
  tone?: 'warning' | 'danger' | 'info' | undefined;
  busy?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** A question or a piece of news that has to be answered before anything else. */
export function ConfirmDialog({
  title,
  text,
  confirm = m.common_ok(),
  cancel,
  tone = 'info',
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <Modal
      opened
      onClose={cancel === undefined ? onConfirm : onCancel}
      withCloseButton={false}
      size={440}
      title={
        <span className={classes.title}>
          <span className={classes.icon} data-tone={tone}>
            <Icon size={20} aria-hidden />
          </span>
          {title}
        </span>
      }
    >
      <Text>{text}</Text>
      <Group justify="flex-end" gap="sm" mt="lg">
        {cancel !== undefined && (
          <Button variant="default" onClick={onCancel} disabled={busy}>
            {cancel}
          </Button>
        )}
        <Button
          data-autofocus
          color={tone === 'danger' ? 'red' : 'brand'}
          onClick={onConfirm}
          loading={busy}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
