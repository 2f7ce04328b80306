import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Group, ActionIcon, Skeleton } from '@mantine/core';
import * as m from '#messages';
import type { FailedPayment, PaymentResult } from '@lintel/contract/billing/payments';
import { formatMoney, formatBusinessDate } from '../../../lib/format.ts';
import type { Tone } from '../../../theme.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import {
  IconAlertTriangle,
  IconRefresh,
  IconChevronLeft,
  IconChevronRight,
  IconCheck,
} from '../../../ui/icons.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { externalRedirect } from './external-redirect.ts';
import { failedPaymentsQuery, useMailedLink, useRetry } from './use-retry.ts';
import classes from './payments.module.css';

interface FailedPaymentViewProps {
  payment: FailedPayment;
  busy: boolean;
  /** Why the latest attempt failed. */
  reason: string | null;
  onRetry(): void;
  /** Other actions next to the button. */
  children: ReactNode;
}

/** A failed payment: its purpose, its failure reason, and a retry. */
function FailedPaymentView({ payment, busy, reason, onRetry, children }: FailedPaymentViewProps) {
  const { number, descriptions, currentPeriodStart, currentPeriodEnd, failureMessage, amount } =
    payment;
  return (
    <div className={classes.failed} aria-busy={busy}>
      <p className={classes.amount}>{formatMoney(amount)}</p>
      <Facts
        facts={[
          [m.billing_retry_invoice(), number],
          [m.billing_retry_for(), <Lines key="for" lines={descriptions} />],
          [
            m.billing_retry_period(),
            `${formatBusinessDate(currentPeriodStart)} – ${formatBusinessDate(currentPeriodEnd)}`,
          ],
          [m.billing_retry_reason(), failureMessage || m.billing_retry_noReason()],
        ]}
      />
      {reason !== null && (
        <Alert color="red" mt="md" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
          {reason}
        </Alert>
      )}
      <Group mt="lg" gap="sm">
        <Button
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={busy}
          onClick={onRetry}
        >
          {m.billing_retry_action()}
        </Button>
        {children}
      </Group>
    </div>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <>
    {lines.map((line) => (
      <span key={line} className={classes.line}>
        {line}
      </span>
    ))}
  </>
);

interface FailedPagerProps {
  page: number;
  total: number;
  disabled: boolean;
  onPage(page: number): void;
}

/** Pages through the failed payments. */
function FailedPager({ page, total, disabled, onPage }: FailedPagerProps) {
  return (
    <Group gap={8} wrap="nowrap" role="group" aria-label={m.billing_retry_title()}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={m.billing_retry_previous()}
        disabled={disabled || page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <span aria-live="polite">{m.billing_retry_position({ page, total })}</span>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={m.billing_retry_next()}
        disabled={disabled || page >= total}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** The box of failed payments: one at a time, each with a retry, or all of them in one step. */
export function RetryBox({ userId }: { userId: number }) {
  const [requestedPage, setPage] = useState(1);
  const list = useQuery(failedPaymentsQuery(userId, requestedPage));
  const retrying = useRetry(userId);
  useMailedLink(userId, retrying.retry);
  const total = list.data?.total ?? 0;
  // Paying a page's only payment removes the page.
  if (list.data && !list.isPlaceholderData && total > 0 && requestedPage > total) setPage(total);
  const turn = (page: number): void => {
    retrying.clearResult();
    setPage(page);
  };
  // Never show another page's payment under this page number.
  const payment = list.isPlaceholderData ? undefined : list.data?.data[0];
  const isComing = list.isPending || (list.isPlaceholderData && total > 0);
  return (
    <Card
      title={m.billing_retry_open()}
      action={
        total > 1 && (
          <FailedPager
            page={Math.min(requestedPage, total)}
            total={total}
            disabled={retrying.busy}
            onPage={turn}
          />
        )
      }
    >
      {list.isError && <ErrorState onRetry={() => void list.refetch()} />}
      {retrying.paid.length > 0 && <PaidList paid={retrying.paid} />}
      {isComing && (
        <Skeleton height={240} radius="lg" role="status" aria-label={m.common_loading()} />
      )}
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
              {m.billing_retry_payAll({
                total,
                totalAmount: formatMoney(list.data.totalAmount),
              })}
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
    {m.billing_retry_none()}
  </p>
);

const outcomes: Record<PaymentResult['status'], [word: string, tone: Tone]> = {
  succeeded: [m.common_paid(), 'green'],
  failed: [m.common_failed(), 'red'],
  requires_action: [m.billing_retry_toConfirm(), 'amber'],
  unknown: [m.billing_retry_unknown(), 'amber'],
  not_tried: [m.billing_retry_notTried(), 'grey'],
};

/** The outcome of each payment made in one step. */
const PaidList = ({ paid }: { paid: readonly PaymentResult[] }) => (
  <ul className={classes.paid} aria-label={m.billing_retry_results()} role="status">
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
            <Button size="compact-md" mt={6} onClick={() => externalRedirect.to(redirectUrl)}>
              {m.billing_retry_confirmAtBank()}
            </Button>
          )}
        </li>
      );
    })}
  </ul>
);
