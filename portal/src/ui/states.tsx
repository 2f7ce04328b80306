import type { ReactNode } from 'react';
import * as m from '#messages';
import { PlainButton } from './plain-button.tsx';
import { StateBox } from './state-box.tsx';

/** Empty: why, and the next step. */
export function EmptyState({
  title,
  text,
  action,
}: {
  title: string;
  text: ReactNode;
  action?: ReactNode;
}) {
  return <StateBox icon="empty" title={title} text={text} action={action} />;
}

/** Failed to load: what happened, and a retry. */
export function ErrorState({
  text = m.common_loadFailed(),
  onRetry,
}: {
  text?: string;
  onRetry: () => void;
}) {
  return (
    <StateBox
      icon="alert"
      tone="red"
      title={m.common_error_title()}
      text={text}
      action={<PlainButton onClick={onRetry}>{m.common_retry()}</PlainButton>}
    />
  );
}

/** No access: how to get it. */
export function NoAccessState({ text, action }: { text: ReactNode; action?: ReactNode }) {
  return (
    <StateBox icon="lock" tone="grey" title={m.common_unavailable()} text={text} action={action} />
  );
}
