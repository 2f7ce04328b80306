import type { Payment } from '@lintel/contract/billing-payments';
import { formatDate } from '../../../lib/format.ts';
import { PaymentAmount, PaymentPurpose, PaymentStatus } from './payment-cells.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { RefundButton } from './refund-button.tsx';
import classes from './payments.module.css';

interface Props {
  payments: readonly Payment[];
  userId: number;
  /** Left out where nothing can be given back. */
  onRefund: ((payment: Payment) => void) | undefined;
}

/** The payments as cards, for phones. */
export const PaymentCards = ({ payments, userId, onRefund }: Props) => (
  <ul className={classes.cards} aria-label="Payments">
    {payments.map((payment) => (
      <li key={payment.id} className={classes.card}>
        <div className={classes.cardHead}>
          <span>{formatDate(payment.dueAt ?? payment.createdAt)}</span>
          <strong>
            <PaymentAmount payment={payment} />
          </strong>
        </div>
        <PaymentPurpose payment={payment} />
        <div className={classes.cardHead}>
          <span>
            <PaymentStatus payment={payment} />
          </span>
          <span>
            {payment.status === 'Succeeded' && <ReceiptButton payment={payment} userId={userId} />}
            {onRefund && <RefundButton payment={payment} onRefund={onRefund} />}
          </span>
        </div>
      </li>
    ))}
  </ul>
);
