import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { PaymentFilters } from './payment-filters.tsx';
import { PaymentList } from './payment-list.tsx';
import { changeView, firstView, type PaymentView } from './payment-view.ts';
import { useRefund } from './use-refund.tsx';
import classes from './payments.module.css';

/** The box of all payments. */
export function PaymentsBox({ userId }: { userId: number }) {
  const { onRefund, modal } = useRefund();
  const [view, setView] = useState(() => firstView(new Date()));
  const change = (part: Partial<PaymentView>): void => setView((now) => changeView(now, part));
  return (
    <Card bare>
      <h2 className={classes.title}>Payments</h2>
      <PaymentFilters view={view} onChange={change} />
      <PaymentList userId={userId} view={view} onChange={change} onRefund={onRefund} />
      {modal}
    </Card>
  );
}
