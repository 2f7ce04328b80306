import { useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PaidOne } from '@lintel/contract/billing-payments';
import { formatMoney } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { IconCheck } from '../../../ui/icons.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Tone } from '../../../theme.ts';
import { failedPaymentsQuery } from './api/get-failed-payments.ts';
import { departure } from './departure.ts';
import { FailedPaymentView } from './failed-payment-view.tsx';
import { FailedPager } from './failed-pager.tsx';
import { useMailedLink } from './use-mailed-link.ts';
import { useRetry } from './use-retry.ts';
import classes from './payments.module.css';

/**
 * The box of the failed payments: one at a time, each to be tried again, or all of them in one
 * step.
 */
export function RetryBox({ userId }: { userId: number }) {
  const [asked, setPage] = useState(1);
  const list = useQuery(failedPaymentsQuery(userId, asked));
  const retrying = useRetry(userId);
  useMailedLink(userId, retrying.retry);
  const total = list.data?.total ?? 0;
  // The last one takes its page with it when it is paid.
  if (list.data && !list.isPlaceholderData && total > 0 && asked > total) setPage(total);
  const turn = (page: number): void => {
    retrying.forget();
    setPage(page);
  };
  // Under a page's number stand no other page's figures.
  const payment = list.isPlaceholderData ? undefined : list.data?.data[0];
  const isComing = list.isPending || (list.isPlaceholderData && total > 0);
  return (
    <Card
      title="Retry Failed Payments"
      action={
        total > 1 && (
          <FailedPager
            page={Math.min(asked, total)}
            total={total}
            disabled={retrying.busy}
            onPage={turn}
          />
        )
      }
    >
      {list.isError && <ErrorState onRetry={() => void list.refetch()} />}
      {retrying.paid.length > 0 && <PaidList paid={retrying.paid} />}
      {isComing && <Skeleton height={240} radius="lg" role="status" aria-label="Loading…" />}
      {list.data && total === 0 && <NothingFailed />}
      {payment !== undefined && (
        <FailedPaymentView
          payment={payment}
          busy={retrying.busy}
          reason={retrying.reason}
          onRetry={() => retrying.retry(payment.id)}
        >
          {list.data && total > 1 && (
            <Button
              variant="default"
              disabled={retrying.busy}
              onClick={() => retrying.payAll(list.data.totalAmount)}
            >
              {`Pay all ${total}: ${formatMoney(list.data.totalAmount)}`}
            </Button>
          )}
        </FailedPaymentView>
      )}
    </Card>
  );
}

const NothingFailed = () => (
  <p className={classes.allPaid}>
    <IconCheck size={18} aria-hidden />
    There are no failed payments.
  </p>
);

const outcomes: Record<PaidOne['status'], [word: string, tone: Tone]> = {
  succeeded: ['Paid', 'green'],
  failed: ['Failed', 'red'],
  requires_action: ['To be confirmed', 'amber'],
  unknown: ['Not known yet', 'amber'],
  not_tried: ['Not tried', 'grey'],
};

/** How each payment went that was made in one step. */
const PaidList = ({ paid }: { paid: readonly PaidOne[] }) => (
  <ul className={classes.paid} aria-label="How the payments went" role="status">
    {paid.map(({ id, number, amount, status, message, redirectUrl }) => {
      const [word, tone] = outcomes[status];
      return (
        <li key={id}>
          <span className={classes.cardHead}>
            <span>{`${number}, ${formatMoney(amount)}`}</span>
            <StatusBadge status={word} tone={tone} />
          </span>
          {status !== 'succeeded' && status !== 'not_tried' && (
            <span className={classes.why}>{message}</span>
          )}
          {redirectUrl !== undefined && (
            <Button size="compact-md" mt={6} onClick={() => departure.to(redirectUrl)}>
              Confirm at the bank
            </Button>
          )}
        </li>
      );
    })}
  </ul>
);
