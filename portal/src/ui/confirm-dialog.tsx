import { createElement, type ComponentType } from 'react';
import { Button, Group, Modal, Text } from '@mantine/core';
import * as m from '#messages';
import { IconAlertTriangle, IconInfoCircle } from './icons.ts';
import classes from './confirm-dialog.module.css';

export interface ConfirmDialogProps {
  title: string;
  text: string;
  confirm?: string | undefined;
  /** Without it the dialog has only one button. */
  cancel?: string | undefined;
  tone?: 'warning' | 'danger' | 'info' | undefined;
  busy?: boolean;
  /** Replaces the question. */
  panel?: ComponentType<{ onClose(): void }> | undefined;
  onConfirm(): void;
  onCancel(): void;
}

/** A question, a message, or a custom panel over the page. */
export const ConfirmDialog = ({ panel, ...question }: ConfirmDialogProps) =>
  panel === undefined ? (
    <Question {...question} />
  ) : (
    createElement(panel, { onClose: question.onCancel })
  );

/** A question or message that blocks the page until answered. */
function Question({
  title,
  text,
  confirm = m.common_ok(),
  cancel,
  tone = 'info',
  busy = false,
  onConfirm,
  onCancel,
}: Omit<ConfirmDialogProps, 'panel'>) {
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
