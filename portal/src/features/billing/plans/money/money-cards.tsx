import { staffWithAll } from '@lintel/contract/core/access';
import { may, useSession } from '../../../../lib/session.ts';
import { mayChangePlans } from '../plans-access.ts';
import { AccountsCard } from './accounts-card.tsx';
import { BooksCard } from './books-card.tsx';
import classes from './money.module.css';

const settling = staffWithAll(['manage-plans', 'access'], ['manage-settings', 'modify']);

/**
 * What staff see to besides the plans: that the books are right, and what becomes of those who sign
 * up.
 */
export function MoneyCards() {
  const session = useSession();
  return (
    <div className={classes.cards}>
      <BooksCard mayCheck={mayChangePlans(session)} />
      <AccountsCard mayChange={may(session, settling)} />
    </div>
  );
}
