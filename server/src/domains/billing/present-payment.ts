import type { FailedPayment, Payment } from '@lintel/contract/billing-payments';
import { toDollars } from '../../platform/money.ts';
import type { PaymentRow } from './payment-list-repository.ts';

export function presentPayment(row: PaymentRow): Payment {
  const { id, number, state: status, createdAt } = row;
  return {
    id,
    number,
    amount: toDollars(row.amountCents),
    refundedAmount: toDollars(row.refundedCents),
    description: row.descriptions.join('; '),
    status,
    createdAt: createdAt.toISOString(),
    failureMessage: status === 'Failed' ? row.failureMessage : '',
  };
}

export function presentFailedPayment(row: PaymentRow): FailedPayment {
  const { id, number, descriptions, failureMessage } = row;
  return {
    id,
    number,
    descriptions,
    failureMessage,
    currentPeriodStart: row.periodStart.toISOString(),
    currentPeriodEnd: row.periodEnd.toISOString(),
    amount: toDollars(row.amountCents),
  };
}
