import type { FormEvent, ReactNode, RefObject } from 'react';
import { Alert } from '@mantine/core';
import * as m from '#messages';
import { FormActions } from '../../../ui/form-actions.tsx';
import { IconAlertTriangle, IconLock } from '../../../ui/icons.ts';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { StateBox } from '../../../ui/state-box.tsx';
import type { CardMode } from './use-card-saving.ts';
import classes from './cards.module.css';

interface LoadFailedProps {
  text: string;
  onRetry(): void;
  onClose(): void;
}

/** The card form failed to load: retry, or return to the card. */
export const LoadFailed = ({ text, onRetry, onClose }: LoadFailedProps) => (
  <StateBox
    icon="alert"
    tone="red"
    level={3}
    title={m.common_error_title()}
    text={text}
    action={<PlainButton onClick={onRetry}>{m.common_retry()}</PlainButton>}
    secondary={<PlainButton onClick={onClose}>{m.common_cancel()}</PlainButton>}
  />
);

interface CardFrameProps {
  mode: CardMode;
  form: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: boolean;
    onSubmit: (event: FormEvent) => void;
  };
  busy: boolean;
  /** Whether every field is filled in. */
  complete: boolean;
  failure: string | null;
  onClose(): void;
  children: ReactNode;
}

/** The frame of every card form: the error, the buttons, and a note about where the number goes. */
export function CardFrame({
  mode,
  form,
  busy,
  complete,
  failure,
  onClose,
  children,
}: CardFrameProps) {
  return (
    <form
      {...form}
      className={classes.form}
      aria-label={mode === 'create' ? m.billing_card_add() : m.billing_card_update()}
    >
      {failure !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
          {failure}
        </Alert>
      )}
      {children}
      <FormActions
        submit={mode === 'create' ? m.common_add() : m.common_update()}
        busy={busy}
        disabled={!complete}
        onCancel={onClose}
      />
      <p className={classes.safe}>
        <IconLock size={14} aria-hidden />
        {m.billing_card_storageNote()}
      </p>
    </form>
  );
}
