import { Alert, Button } from '@mantine/core';
import type { FailedPayment } from '@lintel/contract/billing-payments';
import { formatMoney, formatShortDate } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { IconAlertTriangle, IconRefresh } from '../../../ui/icons.ts';
import classes from './payments.module.css';

interface Props {
  payment: FailedPayment;
  /** The next one is on its way. */
  stale: boolean;
  busy: boolean;
  /** Why the try just now failed. */
  reason: string | null;
  onRetry(): void;
}

/** A failed payment: what it is for, why it failed, and another try. */
export function FailedPaymentView({ payment, stale, busy, reason, onRetry }: Props) {
  const { number, descriptions, currentPeriodStart, currentPeriodEnd, failureMessage, amount } = payment;
  return (
    <div className={classes.failed} aria-busy={stale || busy}>
      <p className={classes.amount}>{formatMoney(amount)}</p>
      <Facts
        facts={[
          ['Invoice', number],
          ['For', <Lines key="for" lines={descriptions} />],
          ['Period', `${formatShortDate(currentPeriodStart)} – ${formatShortDate(currentPeriodEnd)}`],
          ['Why it failed', failureMessage || 'The bank gave no reason.'],
        ]}
      />
      {reason !== null && (
        <Alert color="red" mt="md" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
          {reason}
        </Alert>
      )}
      <Button mt="lg" leftSection={<IconRefresh size={18} aria-hidden />} loading={busy} disabled={stale} onClick={onRetry}>
        Retry
      </Button>
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
