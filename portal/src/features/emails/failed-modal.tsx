import { useState } from 'react';
import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { emailPageSizes } from '@lintel/contract/emails-constants';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { failedKey, failedQuery, firstFailed, type FailedMessage } from './api/get-failed.ts';
import { retryFailed } from './api/retry-failed.ts';
import { formatMoment } from './format-moment.ts';

const facts: DataTableColumn<FailedMessage>[] = [
  { accessor: 'event', title: 'Event', width: 170 },
  { accessor: 'to', title: 'To', width: 220 },
  {
    accessor: 'failedAt',
    title: 'When',
    width: 180,
    cellsClassName: 'numbers',
    render: ({ failedAt }) => formatMoment(failedAt),
  },
  { accessor: 'reason', title: 'Reason' },
];

interface Props {
  mayRetry: boolean;
  onClose(): void;
}

/** The messages that could not be delivered, each with another try. */
export function FailedModal({ mayRetry, onClose }: Props) {
  const [view, setView] = useState(firstFailed);
  const list = useQuery(failedQuery(view));
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: retryFailed,
    onSuccess: () => {
      showToast('The message is on its way again.');
      return client.invalidateQueries({ queryKey: failedKey });
    },
    onError: (error) => showToast(failureText(error), 'danger'),
  });
  const again: DataTableColumn<FailedMessage> = {
    accessor: 'retry',
    title: '',
    width: 120,
    render: ({ id, to }) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Try again to deliver to ${to}`}
        loading={retry.isPending && retry.variables === id}
        onClick={() => retry.mutate(id)}
      >
        Try again
      </Button>
    ),
  };
  return (
    <Modal opened onClose={onClose} title="Messages that could not be delivered" size={1080} closeButtonProps={{ 'aria-label': 'Close' }}>
      <DataGrid
        label="Messages that could not be delivered"
        columns={mayRetry ? [...facts, again] : facts}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={view}
        onView={(part) => setView((current) => ({ ...current, ...part }))}
        pageSizes={emailPageSizes}
        loading={list.isFetching && list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        pinLast={mayRetry}
        empty={{ title: 'Everything was delivered', text: 'Nothing waits for another try.' }}
      />
    </Modal>
  );
}
