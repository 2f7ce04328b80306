import { useState } from 'react';
import { Alert, Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { emailPageSizes } from '@lintel/contract/emails/constants';
import type { retryFailed as endpoint } from '@lintel/contract/emails/queue';
import { call } from '../../lib/api/call.ts';
import { formatMoment } from '../../lib/format-moment.ts';
import { formatCount } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { GridFooter } from '../../ui/grid-footer.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { failedKey, failedQuery, firstFailed, type FailedMessage } from './requests.ts';
import classes from './emails.module.css';

const retry = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/failed/{id}/retry' },
  { handles: [500] },
);

/** Queues an undelivered message again. */
const retryFailed = (id: number) => retry({ params: { id } });

/** Shows the number of undelivered messages, and opens their list. */
export function FailedNotice({ mayRetry }: { mayRetry: boolean }) {
  const [open, setOpen] = useState(false);
  const { total = 0, more } = useQuery(failedQuery(firstFailed)).data ?? {};
  return (
    <>
      {total > 0 && (
        <Alert
          className={classes.failed ?? ''}
          color="red"
          radius={0}
          icon={<IconAlertTriangle size={20} aria-hidden />}
        >
          <span>
            {m.emails_failed_notice({
              total: formatCount(total, m.emails_message_one(), m.emails_message_many(), more),
            })}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {m.emails_failed_open()}
          </Button>
        </Alert>
      )}
      {open && <FailedModal mayRetry={mayRetry} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Props {
  mayRetry: boolean;
  onClose(): void;
}

const title = m.emails_failed_title();

/** The undelivered messages, each with a retry. */
function FailedModal({ mayRetry, onClose }: Props) {
  const [view, setView] = useState(firstFailed);
  const { data, isError, refetch } = useQuery(failedQuery(view));
  return (
    <Modal opened onClose={onClose} title={title} size={760}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <EmptyState title={m.emails_failed_none()} text={m.emails_failed_noneText()} />
      )}
      {data !== undefined && data.total > 0 && (
        <>
          <ul className={classes.messages} aria-label={title}>
            {data.data.map((message) => (
              <Message key={message.id} message={message} mayRetry={mayRetry} />
            ))}
          </ul>
          <GridFooter
            view={view}
            total={data.total}
            more={data.more}
            pageSizes={emailPageSizes}
            onView={(part) => setView((current) => ({ ...current, ...part }))}
            summary={undefined}
          />
        </>
      )}
    </Modal>
  );
}

function Message({
  message: { id, event, to, failedAt, reason },
  mayRetry,
}: {
  message: FailedMessage;
  mayRetry: boolean;
}) {
  const { busy, run } = useAction({
    call: () => retryFailed(id),
    successToast: () => m.emails_failed_retried(),
    refresh: [failedKey],
  });
  return (
    <li>
      <div>
        <strong>{event}</strong>
        <time dateTime={failedAt}>{formatMoment(failedAt)}</time>
        <span>{to}</span>
        <p>{reason}</p>
      </div>
      {mayRetry && (
        <Button
          size="compact-md"
          variant="default"
          aria-label={m.emails_resendTo({ to })}
          loading={busy}
          onClick={() => void run()}
        >
          {m.common_retry()}
        </Button>
      )}
    </li>
  );
}
