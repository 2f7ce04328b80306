import { useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import type { Payment } from '@lintel/contract/billing/payments';
import type { PaymentOrder } from '@lintel/contract/billing/payments-constants';
import { formatMoney, formatBusinessDate } from '../../../lib/format.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { largestFirst } from '../../../ui/grid-view.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { paymentsQuery, pageSizes, type PaymentView } from './payment-view.ts';
import { DisputeBadge } from './dispute-badge.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { RefundButton } from './refund.tsx';
import classes from './payments.module.css';

/** A payment's purpose and its invoice number. */
const PaymentPurpose = ({ payment: { description, number } }: { payment: Payment }) => (
  <span className={classes.what}>
    {description}
    <span className={classes.quiet}>{number}</span>
  </span>
);

/** A payment's status, its failure reason, and whether it's disputed. */
const PaymentStatus = ({ payment: { status, failureMessage, dispute } }: { payment: Payment }) => (
  <>
    <StatusBadge status={status} /> {dispute && <DisputeBadge state={dispute.state} />}
    {dispute?.state === 'open' && (
      <span className={classes.why}>
        {m.billing_dispute_amount({ amount: formatMoney(dispute.amount) })}
      </span>
    )}
    {failureMessage !== '' && <span className={classes.why}>{failureMessage}</span>}
  </>
);

/** The paid and refunded amounts. */
const PaymentAmount = ({ payment: { amount, refundedAmount } }: { payment: Payment }) => (
  <>
    {formatMoney(amount)}
    {refundedAmount > 0 && (
      <span className={classes.why}>
        {m.billing_payments_refunded({ refundedAmount: formatMoney(refundedAmount) })}
      </span>
    )}
  </>
);

const sortable = (accessor: PaymentOrder) => ({ accessor, sortable: true as const });

/** The payment columns; `onRefund` adds one for refunds. */
const paymentColumns = (
  userId: number,
  onRefund?: (payment: Payment) => void,
): DataTableColumn<Payment>[] => [
  {
    ...sortable('createdAt'),
    ...largestFirst,
    title: m.common_date(),
    width: 116,
    noWrap: true,
    render: ({ createdAt, dueAt }) => formatBusinessDate(dueAt ?? createdAt),
  },
  {
    ...sortable('description'),
    title: m.common_description(),
    render: (payment) => <PaymentPurpose payment={payment} />,
  },
  {
    ...sortable('status'),
    title: m.common_status(),
    width: 210,
    render: (payment) => <PaymentStatus payment={payment} />,
  },
  {
    ...sortable('amount'),
    ...largestFirst,
    title: m.common_amount(),
    width: 124,
    textAlign: 'right',
    render: (payment) => <PaymentAmount payment={payment} />,
  },
  {
    accessor: 'receipt',
    title: m.billing_payments_receipt(),
    width: 104,
    render: (payment) => <ReceiptButton payment={payment} userId={userId} />,
  },
  ...(onRefund === undefined ? [] : [refundColumn(onRefund)]),
];

const refundColumn = (onRefund: (payment: Payment) => void): DataTableColumn<Payment> => ({
  accessor: 'refund',
  title: m.billing_refund_action(),
  width: 104,
  render: (payment) => <RefundButton payment={payment} onRefund={onRefund} />,
});

interface PaymentCardsProps {
  payments: readonly Payment[];
  userId: number;
  /** If omitted, refunds are unavailable. */
  onRefund: ((payment: Payment) => void) | undefined;
}

/** The payments as cards, for phones. */
const PaymentCards = ({ payments, userId, onRefund }: PaymentCardsProps) => (
  <ul className={classes.cards} aria-label={m.common_payments()}>
    {payments.map((payment) => (
      <li key={payment.id} className={classes.card}>
        <div className={classes.cardHead}>
          <span>{formatBusinessDate(payment.dueAt ?? payment.createdAt)}</span>
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

interface PaymentListProps {
  userId: number;
  view: PaymentView;
  onChange(change: Partial<PaymentView>): void;
  onRefund: ((payment: Payment) => void) | undefined;
}

/** The payments of a view: a table, or cards on a phone. */
export function PaymentList({ userId, view, onChange, onRefund }: PaymentListProps) {
  const { period: _period, ...query } = view;
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(
    paymentsQuery(userId, query),
  );
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const [rows, total] = [data?.data, data?.total ?? 0];
  const loading = isFetching && isPlaceholderData;
  if (narrow && !isError && rows !== undefined && rows.length > 0) {
    return (
      <div aria-busy={loading}>
        <PaymentCards payments={rows} userId={userId} onRefund={onRefund} />
        <GridFooter
          view={view}
          total={total}
          pageSizes={pageSizes}
          onView={onChange}
          summary={undefined}
        />
      </div>
    );
  }
  return (
    <DataGrid
      label={m.common_payments()}
      columns={paymentColumns(userId, onRefund)}
      rows={rows}
      total={total}
      view={view}
      onView={onChange}
      pageSizes={pageSizes}
      loading={loading}
      failed={isError}
      onRetry={() => void refetch()}
      minWidth={760}
      empty={emptyState(view)}
    />
  );
}

const emptyState = ({ status, searchText, period }: PaymentView) =>
  status !== '' || searchText !== ''
    ? {
        title: m.billing_payments_noneFound(),
        text: m.common_noFilterMatches(),
      }
    : {
        title: period === 'all' ? m.billing_payments_none() : m.billing_payments_noneInPeriod(),
        text: m.billing_payments_noneText(),
      };
