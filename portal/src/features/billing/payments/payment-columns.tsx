import type { DataTableColumn } from 'mantine-datatable';
import type { Payment } from '@lintel/contract/billing-payments';
import type { PaymentOrder } from '@lintel/contract/billing-payments-constants';
import { formatDate } from '../../../lib/format.ts';
import { PaymentAmount, PaymentPurpose, PaymentStatus } from './payment-cells.tsx';
import { ReceiptButton } from './receipt-button.tsx';

const sortable = (accessor: PaymentOrder) => ({ accessor, sortable: true as const });

/** The columns of the payments. */
export const paymentColumns = (userId: number): DataTableColumn<Payment>[] => [
  { ...sortable('createdAt'), title: 'Date', width: 116, noWrap: true, render: ({ createdAt }) => formatDate(createdAt) },
  { ...sortable('description'), title: 'Description', render: (payment) => <PaymentPurpose payment={payment} /> },
  { ...sortable('status'), title: 'Status', width: 210, render: (payment) => <PaymentStatus payment={payment} /> },
  {
    ...sortable('amount'),
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
];
