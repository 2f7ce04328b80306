import { Button } from '@mantine/core';
import type { Payment } from '@lintel/contract/billing-payments';
import { refundable } from './refunds.ts';

/** Opens the refund of a payment of which something is left to give back; others have no button. */
export const RefundButton = ({
  payment,
  onRefund,
}: {
  payment: Payment;
  onRefund: (payment: Payment) => void;
}) =>
  refundable(payment) > 0 && (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      aria-label={`Refund ${payment.number}`}
      onClick={() => onRefund(payment)}
    >
      Refund
    </Button>
  );
