import { expiringSoonDays } from '@lintel/contract/billing-card-rules';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import classes from './cards.module.css';

/**
 * Says that a card has expired or is about to; nothing otherwise. `days` are those until it
 * expires.
 */
export function ExpiryNotice({ days }: { days: number }) {
  if (days > expiringSoonDays) return null;
  const expired = days < 1;
  return (
    <p className={classes.notice} data-tone={expired ? 'red' : 'amber'} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      {expired ? 'Your card has expired' : 'Your card is expiring soon'}
    </p>
  );
}
