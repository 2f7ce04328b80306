import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Payment } from '@lintel/contract/billing-payments';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { paymentsQuery } from './api/get-payments.ts';
import { PaymentCards } from './payment-cards.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { pageSizes, type PaymentView } from './payment-view.ts';

interface Props {
  userId: number;
  view: PaymentView;
  onChange(change: Partial<PaymentView>): void;
  onRefund: ((payment: Payment) => void) | undefined;
}

/** The payments of a view: a table, or cards on a phone. */
export function PaymentList({ userId, view, onChange, onRefund }: Props) {
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
      label="Payments"
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
      empty={emptyOf(view)}
    />
  );
}

const emptyOf = ({ status, searchText, period }: PaymentView) =>
  status !== '' || searchText !== ''
    ? {
        title: 'No payments found',
        text: 'Nothing matches these filters. Try a longer period or take a filter off.',
      }
    : {
        title: period === 'all' ? 'No payments yet' : 'No payments in this period',
        text: 'Each payment of your subscription appears here, with its receipt.',
      };
