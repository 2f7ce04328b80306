import { useState } from 'react';
import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { useSession } from '../../lib/session.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { optionsQuery, type Options, type SentLinkAnswer } from './requests.ts';
import { SendForm, sendFailure } from './send-form.tsx';
import type { SendRequest, SendValues } from './send-request.ts';
import { SentResult } from './sent-result.tsx';
import classes from './send-sheet.module.css';

interface Props {
  request: SendRequest;
  onClose(): void;
}

/** Sends a link to a customer: a bottom sheet on phones, a dialog elsewhere. */
export function SendSheet({ request, onClose }: Props) {
  const session = useSession();
  const { data, error, refetch, isPaused } = useQuery(optionsQuery(session.user.id));
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.common_sendLink()}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': m.common_close(), disabled: busy }}
      classNames={{
        inner: classes.inner ?? '',
        content: classes.content ?? '',
        body: classes.body ?? '',
      }}
    >
      {data !== undefined ? (
        <Sending request={request} options={data} onBusy={setBusy} onClose={onClose} />
      ) : error === null && !isPaused ? (
        <Skeleton height={360} role="status" aria-label={m.common_loading()} />
      ) : (
        <ErrorState text={sendFailure(error)} onRetry={() => void refetch()} />
      )}
    </Modal>
  );
}

/** The form, then the result; or the reason why nothing can be sent. */
function Sending({
  request,
  options,
  onBusy,
  onClose,
}: Props & { options: Options; onBusy(busy: boolean): void }) {
  const [sent, setSent] = useState<{ shown: SentLinkAnswer; values: SendValues } | null>(null);
  const [start, setStart] = useState<{ round: number; values?: SendValues }>({ round: 0 });
  if (!options.maySend)
    return <EmptyState title={m.links_plan_title()} text={m.links_plan_text()} />;
  if (options.pages.length === 0)
    return <EmptyState title={m.links_noPage_title()} text={m.links_noPage_text()} />;
  if (sent !== null) {
    const begin = (values?: SendValues): void => {
      setSent(null);
      setStart({ round: start.round + 1, ...(values !== undefined && { values }) });
    };
    return (
      <SentResult
        shown={sent.shown}
        name={sent.values.name}
        onAgain={() => begin()}
        onRetry={() => begin(sent.values)}
        onClose={onClose}
      />
    );
  }
  return (
    <SendForm
      key={start.round}
      request={start.round === 0 ? request : {}}
      again={start.values}
      options={options}
      onBusy={onBusy}
      onSent={(shown, values) => setSent({ shown, values })}
    />
  );
}
