import type { Payment } from '@lintel/contract/billing-payments';
import { formatMoney } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from './payments.module.css';

/** What a payment is for, and its invoice number. */
export const PaymentPurpose = ({ payment: { description, number } }: { payment: Payment }) => (
  <span className={classes.what}>
    {description}
    <span className={classes.quiet}>{number}</span>
  </span>
);

/** How a payment stands; a failed one says why. */
export const PaymentStatus = ({ payment: { status, failureMessage } }: { payment: Payment }) => (
  <>
    <StatusBadge status={status} />
    {failureMessage !== '' && <span className={classes.why}>{failureMessage}</span>}
  </>
);

/** What was paid, and what came back of it. */
export const PaymentAmount = ({ payment: { amount, refundedAmount } }: { payment: Payment }) => (
  <>
    {formatMoney(amount)}
    {refundedAmount > 0 && (
      <span className={classes.why}>{formatMoney(refundedAmount)} refunded</span>
    )}
  </>
);
