import type { Session } from '@lintel/contract/identity';
import { IconArrowsExchange } from '../ui/icons.ts';
import { switchBackToOwn, type AccountTools } from './account-actions.ts';
import classes from './switched-banner.module.css';

/** Stays in view while the session looks at another account, so that nobody forgets whose data this is. */
export function SwitchedBanner({ session: { contractor, user }, tools }: { session: Session; tools: AccountTools }) {
  return (
    <div className={classes.banner} role="region" aria-label="Switched account">
      <IconArrowsExchange size={18} aria-hidden />
      <span className={classes.text}>
        Logged in as <strong>{contractor?.companyName ?? user.fullName}</strong>{' '}
        <span className={classes.email}>{user.email}</span>
      </span>
      <button type="button" className={classes.back} onClick={() => void switchBackToOwn(tools)}>
        Back to my account
      </button>
    </div>
  );
}
