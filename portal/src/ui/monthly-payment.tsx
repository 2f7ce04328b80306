import { queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { readAccess, viewAccess, withBoth } from '@lintel/contract/core/access';
import type { listCustomerOffers } from '@lintel/contract/customers/customer';
import { example, exactPayment, likelyPayment } from '@lintel/contract/marketing/payment-example';
import { call } from '../lib/api/call.ts';
import { formatMoney, formatWholeMoney } from '../lib/format.ts';
import { may, useSession } from '../lib/session.ts';
import classes from './monthly-payment.module.css';

const getOffers = call<typeof listCustomerOffers>({
  method: 'GET',
  path: '/customers/{id}/offers',
});
const offersQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['customers', 'offers', customerId],
    queryFn: ({ signal }) =>
      getOffers({ params: { id: customerId } }, { signal }).then(({ data }) => data),
  });
const seeingOffers = withBoth(viewAccess('customers'), readAccess('reports-applications'));

interface Props {
  /** In dollars. */
  amount: number;
  /** The customer whose offers count; without one, the provider's example is shown. */
  customerId: number | null | undefined;
}

/** The monthly payment for an amount, with the terms behind the figure. */
export function MonthlyPayment({ amount, customerId }: Props) {
  const sees = may(useSession(), seeingOffers);
  const { data, isLoading } = useQuery({
    ...offersQuery(customerId ?? 0),
    enabled: sees && customerId != null,
  });
  const likely = likelyPayment(amount, data ?? []);
  // An offer replaces the example, so the example doesn't show while offers load.
  if (likely === null || isLoading) return null;
  const { payment, offer } = likely;
  return (
    <div className={classes.monthly} role="group" aria-label={m.common_monthlyPayment()}>
      <strong>{m.common_aboutAMonth({ payment: formatWholeMoney(payment) })}</strong>
      <small>
        {offer === null
          ? m.common_monthlyPayment_example({
              amount: formatMoney(amount),
              apr: String(example.apr),
              months: example.months,
              payment: formatMoney(exactPayment(amount)),
              total: formatMoney(exactPayment(amount) * example.months),
            })
          : m.common_monthlyPayment_offer({
              lender: offer.lenderName,
              amount: formatMoney(offer.amount),
              payment: formatMoney(offer.monthlyPayment),
            })}
      </small>
    </div>
  );
}
