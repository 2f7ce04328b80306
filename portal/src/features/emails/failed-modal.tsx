import { useState } from 'react';
import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { emailPageSizes } from '@lintel/contract/emails-constants';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { GridFooter } from '../../ui/grid-footer.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { failedKey, failedQuery, firstFailed, type FailedMessage } from './api/get-failed.ts';
import { retryFailed } from './api/retry-failed.ts';
import { formatMoment } from '../../lib/format-moment.ts';
import classes from './emails.module.css';

interface Props {
  mayRetry: boolean;
  onClose(): void;
}

const title = 'Messages that could not be delivered';

/** The messages that could not be delivered, each with another try. */
export function FailedModal({ mayRetry, onClose }: Props) {
  const [view, setView] = useState(firstFailed);
  const { data, isError, refetch } = useQuery(failedQuery(view));
  return (
    <Modal opened onClose={onClose} title={title} size={760}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <EmptyState title="Everything was delivered" text="Nothing waits for another try." />
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
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: retryFailed,
    onSuccess: () => {
      showToast('The message is on its way again.');
      return client.invalidateQueries({ queryKey: failedKey });
    },
    onError: (error) => showToast(failureText(error), 'danger'),
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
          aria-label={`Try again to deliver to ${to}`}
          loading={retry.isPending}
          onClick={() => retry.mutate(id)}
        >
          Try again
        </Button>
      )}
    </li>
  );
}
