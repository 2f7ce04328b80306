import type { PaymentStatus } from '@lintel/contract/billing';
import { Link } from '../../ui/link.tsx';
import classes from './applications.module.css';

const expired = new Set<PaymentStatus | null>(['Canceled', 'Failed', 'Renewed']);

/** Says that the subscription has run out, and where to mend it. */
export function ExpiredBanner({ paymentStatus }: { paymentStatus: PaymentStatus | null }) {
  if (!expired.has(paymentStatus)) return null;
  return (
    <div className={classes.banner} role="status">
      <span>
        Your subscription has expired. New applications may not reach lenders until it is paid.
      </span>
      <Link to="/card-payments">Go to Billing</Link>
    </div>
  );
}
