import type { FailedPayment, PaidOne, Payment } from '@lintel/contract/billing/payments';
import { toDollars } from '../../platform/money.ts';
import type { ListedPayment } from './payment-list-repository.ts';
import type { PaymentRow } from './payment-repository.ts';
import type { PaidOne as Paid } from './retry.ts';

export function presentPayment({ payment: row, dueAt }: ListedPayment): Payment {
  const { id, number, state: status, createdAt } = row;
  return {
    id,
    number,
    amount: toDollars(row.amountCents),
    refundedAmount: toDollars(row.refundedCents),
    description: row.descriptions.join('; '),
    status,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
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

export const presentPaidOne = ({ amountCents, ...paid }: Paid): PaidOne => ({
  ...paid,
  amount: toDollars(amountCents),
});
