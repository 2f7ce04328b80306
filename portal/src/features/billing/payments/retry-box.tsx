import { useState } from 'react';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { failedPaymentsQuery } from './api/get-failed-payments.ts';
import { FailedPaymentView } from './failed-payment-view.tsx';
import { FailedPager } from './failed-pager.tsx';
import { NothingFailed } from './nothing-failed.tsx';
import { useRetry } from './use-retry.ts';

/** The box of the failed payments, one at a time, each to be tried again. */
export function RetryBox({ userId }: { userId: number }) {
  const [asked, setPage] = useState(1);
  const list = useQuery(failedPaymentsQuery(userId, asked));
  const retrying = useRetry(userId);
  const total = list.data?.total ?? 0;
  // The last one takes its page with it when it is paid.
  if (list.data && !list.isPlaceholderData && total > 0 && asked > total) setPage(total);
  const turn = (page: number): void => {
    retrying.forget();
    setPage(page);
  };
  const payment = list.data?.data[0];
  return (
    <Card
      title="Retry Failed Payments"
      action={total > 1 && <FailedPager page={Math.min(asked, total)} total={total} disabled={retrying.busy} onPage={turn} />}
    >
      {list.isError && <ErrorState onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={168} radius="lg" role="status" aria-label="Loading…" />}
      {list.data && total === 0 && <NothingFailed />}
      {payment !== undefined && (
        <FailedPaymentView
          payment={payment}
          stale={list.isPlaceholderData}
          busy={retrying.busy}
          reason={retrying.reason}
          onRetry={() => retrying.retry(payment.id)}
        />
      )}
    </Card>
  );
}
