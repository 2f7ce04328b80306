import { companyAccessTo } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity';
import { may, useSession } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { PaymentCardBox } from './cards/payment-card-box.tsx';
import { PaymentsBox } from './payments/payments-box.tsx';
import { RetryBox } from './payments/retry-box.tsx';
import { useReturnedPayment } from './payments/use-returned-payment.ts';
import { SubscriptionCard } from './subscription/subscription-card.tsx';
import classes from './billing.module.css';

export { load } from './load-billing.ts';

/** What the contractor pays with, what it pays for, and what it has paid. */
export function BillingPage() {
  const session = useSession();
  const { contractor, user } = session;
  return (
    <>
      <PageHeader title="Billing" purpose="Your subscription, your card and your payments." />
      {contractor === null ? (
        <Card>
          <NoAccessState text="Billing belongs to a contractor. Switch into a contractor's account to see it." />
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
  return (
    <div className={classes.boxes}>
      <div className={classes.wide}>
        <SubscriptionCard
          contractor={contractor}
          mayEnd={may(session, companyAccessTo('card-payments'))}
        />
      </div>
      <PaymentCardBox userId={userId} />
      <RetryBox userId={userId} />
      <div className={classes.wide}>
        <PaymentsBox userId={userId} />
      </div>
    </div>
  );
}
