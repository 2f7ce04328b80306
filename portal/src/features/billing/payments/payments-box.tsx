import { useState } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { paymentsQuery } from './api/get-payments.ts';
import { PaymentCards } from './payment-cards.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { PaymentFilters } from './payment-filters.tsx';
import { changeView, firstView, pageSizes, type PaymentView } from './payment-view.ts';
import classes from './payments.module.css';

/** The box of all payments: a table, or cards on a phone. */
export function PaymentsBox({ userId }: { userId: number }) {
  const [view, setView] = useState(() => firstView(new Date()));
  const change = (part: Partial<PaymentView>): void => setView((now) => changeView(now, part));
  return (
    <Card bare>
      <h2 className={classes.title}>Payments</h2>
      <PaymentFilters view={view} onChange={change} />
      <PaymentList userId={userId} view={view} onChange={change} />
    </Card>
  );
}

interface ListProps {
  userId: number;
  view: PaymentView;
  onChange(change: Partial<PaymentView>): void;
}

function PaymentList({ userId, view, onChange }: ListProps) {
  const { period: _period, ...query } = view;
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(paymentsQuery(userId, query));
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const [rows, total] = [data?.data, data?.total ?? 0];
  const loading = isFetching && isPlaceholderData;
  if (narrow && !isError && rows !== undefined && rows.length > 0) {
    return (
      <div aria-busy={loading}>
        <PaymentCards payments={rows} userId={userId} />
        <GridFooter view={view} total={total} pageSizes={pageSizes} onView={onChange} summary={undefined} />
      </div>
    );
  }
  return (
    <DataGrid
      label="Payments"
      columns={paymentColumns(userId)}
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
    ? { title: 'No payments found', text: 'Nothing matches these filters. Try a longer period or take a filter off.' }
    : {
        title: period === 'all' ? 'No payments yet' : 'No payments in this period',
        text: 'Each payment of your subscription appears here, with its receipt.',
      };
