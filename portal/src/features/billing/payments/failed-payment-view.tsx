import type { ReactNode } from 'react';
import { Alert, Button, Group } from '@mantine/core';
import type { FailedPayment } from '@lintel/contract/billing-payments';
import { formatMoney, formatDate } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { IconAlertTriangle, IconRefresh } from '../../../ui/icons.ts';
import classes from './payments.module.css';

interface Props {
  payment: FailedPayment;
  busy: boolean;
  /** Why the try just now failed. */
  reason: string | null;
  onRetry(): void;
  /** What else can be done, beside the button. */
  children: ReactNode;
}

/** A failed payment: what it is for, why it failed, and another try. */
export function FailedPaymentView({ payment, busy, reason, onRetry, children }: Props) {
  const { number, descriptions, currentPeriodStart, currentPeriodEnd, failureMessage, amount } =
    payment;
  return (
    <div className={classes.failed} aria-busy={busy}>
      <p className={classes.amount}>{formatMoney(amount)}</p>
      <Facts
        facts={[
          ['Invoice', number],
          ['For', <Lines key="for" lines={descriptions} />],
          ['Period', `${formatDate(currentPeriodStart)} – ${formatDate(currentPeriodEnd)}`],
          ['Why it failed', failureMessage || 'The bank gave no reason.'],
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
          Retry
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
