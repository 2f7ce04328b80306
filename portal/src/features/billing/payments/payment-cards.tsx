import type { Payment } from '@lintel/contract/billing-payments';
import { formatShortDate } from '../../../lib/format.ts';
import { PaymentAmount, PaymentPurpose, PaymentStatus } from './payment-cells.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import classes from './payments.module.css';

/** The payments as cards, for phones. */
export const PaymentCards = ({ payments, userId }: { payments: readonly Payment[]; userId: number }) => (
  <ul className={classes.cards} aria-label="Payments">
    {payments.map((payment) => (
      <li key={payment.id} className={classes.card}>
        <div className={classes.cardHead}>
          <span>{formatShortDate(payment.createdAt)}</span>
          <strong>
            <PaymentAmount payment={payment} />
          </strong>
        </div>
        <PaymentPurpose payment={payment} />
        <div className={classes.cardHead}>
          <span>
            <PaymentStatus payment={payment} />
          </span>
          {payment.status === 'Succeeded' && <ReceiptButton payment={payment} userId={userId} />}
        </div>
      </li>
    ))}
  </ul>
);
