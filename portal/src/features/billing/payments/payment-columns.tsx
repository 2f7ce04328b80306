import type { DataTableColumn } from 'mantine-datatable';
import type { Payment } from '@lintel/contract/billing-payments';
import type { PaymentOrder } from '@lintel/contract/billing-payments-constants';
import { formatDate } from '../../../lib/format.ts';
import { PaymentAmount, PaymentPurpose, PaymentStatus } from './payment-cells.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { RefundButton } from './refund-button.tsx';
import { largestFirst } from '../../../ui/grid-view.ts';

const sortable = (accessor: PaymentOrder) => ({ accessor, sortable: true as const });

/** The columns of the payments; with `onRefund` one for giving them back. */
export const paymentColumns = (
  userId: number,
  onRefund?: (payment: Payment) => void,
): DataTableColumn<Payment>[] => [
  {
    ...sortable('createdAt'),
    ...largestFirst,
    title: 'Date',
    width: 116,
    noWrap: true,
    render: ({ createdAt, dueAt }) => formatDate(dueAt ?? createdAt),
  },
  {
    ...sortable('description'),
    title: 'Description',
    render: (payment) => <PaymentPurpose payment={payment} />,
  },
  {
    ...sortable('status'),
    title: 'Status',
    width: 210,
    render: (payment) => <PaymentStatus payment={payment} />,
  },
  {
    ...sortable('amount'),
    ...largestFirst,
    title: 'Amount',
    width: 124,
    textAlign: 'right',
    render: (payment) => <PaymentAmount payment={payment} />,
  },
  {
    accessor: 'receipt',
    title: 'Receipt',
    width: 104,
    render: (payment) => <ReceiptButton payment={payment} userId={userId} />,
  },
  ...(onRefund === undefined ? [] : [refundColumn(onRefund)]),
];

const refundColumn = (onRefund: (payment: Payment) => void): DataTableColumn<Payment> => ({
  accessor: 'refund',
  title: 'Refund',
  width: 104,
  render: (payment) => <RefundButton payment={payment} onRefund={onRefund} />,
});
