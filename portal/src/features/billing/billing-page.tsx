import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import type { confirmIntent } from '@lintel/contract/billing/payments';
import { accessTo, companyAccessTo } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity/sessions';
import { call } from '../../lib/api/call.ts';
import { may, useSession } from '../../lib/session.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { cardQuery, PaymentCardBox } from './cards/payment-card-box.tsx';
import { PaymentsBox } from './payments/payments-box.tsx';
import { RetryBox } from './payments/retry-box.tsx';
import { failedPaymentsQuery, paymentFailed, paymentMade } from './payments/use-retry.ts';
import { refreshBilling } from './refresh-billing.ts';
import { subscriptionQuery, SubscriptionCard } from './subscription/subscription-card.tsx';
import classes from './billing.module.css';

/** Prefetches the boxes' data; each box shows its own failure. */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor === null) return;
  await Promise.all([
    client.prefetchQuery(subscriptionQuery(session.contractor.id)),
    client.prefetchQuery(cardQuery(session.user.id)),
    client.prefetchQuery(failedPaymentsQuery(session.user.id, 1)),
  ]);
};

const confirm = call<typeof confirmIntent>(
  { method: 'POST', path: '/payment-intent/{id}', encoding: 'form' },
  { handles: [500, 503] },
);

/** Loads the outcome of a payment after the cardholder returns from the bank. */
const confirmPayment = (intent: string, userId: number) =>
  confirm({ params: { id: intent }, body: { userId } });

const route = getRouteApi('/portal/card-payments');

/**
 * On return from the bank with `?payment_intent=…`: loads the payment's outcome once, shows it, and
 * removes it from the address.
 */
function useReturnedPayment(userId: number): void {
  const { payment_intent: intent } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const handled = useRef<unknown>(undefined);
  useEffect(() => {
    if (typeof intent !== 'string' || handled.current === intent) return;
    handled.current = intent;
    void navigate({ search: {}, replace: true });
    void confirmPayment(intent, userId)
      .then(
        ({ status }) => status === 'paid',
        () => false,
      )
      .then((paid) => {
        showToast(paid ? paymentMade : paymentFailed, paid ? 'success' : 'danger', toastLife.long);
        return refreshBilling(client);
      });
  }, [intent, userId, navigate, client]);
}

/** The contractor's card, subscription, and payments. */
export function BillingPage() {
  const session = useSession();
  const { contractor, user } = session;
  return (
    <>
      <PageHeader title={m.screens_billing()} purpose={m.billing_purpose()} />
      {contractor === null ? (
        <Card>
          <NoAccessState text={m.billing_contractorOnly()} />
        </Card>
      ) : (
        <Boxes key={user.id} session={session} contractor={contractor} />
      )}
    </>
  );
}

function Boxes({
  session,
  contractor,
}: {
  session: Session;
  contractor: NonNullable<Session['contractor']>;
}) {
  const userId = session.user.id;
  useReturnedPayment(userId);
  const mayPay = may(session, accessTo('card-payments'));
  return (
    <div className={classes.boxes}>
      <div className={classes.wide}>
        <SubscriptionCard
          contractor={contractor}
          userId={userId}
          mayChange={may(session, companyAccessTo('card-payments'))}
        />
      </div>
      <PaymentCardBox userId={userId} mayChange={mayPay} />
      {mayPay && <RetryBox userId={userId} />}
      <div className={classes.wide}>
        <PaymentsBox userId={userId} />
      </div>
    </div>
  );
}
