import { staffWith, staffWithAll } from '../core/access.ts';

/**
 * What staff need for payouts. Reviewing tax forms and paying are two privileges: whoever reviews
 * sees what is paid and what waits, and moves no money.
 */
export const payoutAccess = {
  reviewing: staffWith(['payout-tax', 'manage_access']),
  /** Preparing runs as well as releasing those of others. */
  paying: staffWith(['payouts', 'manage_access']),
  /** Either of them. */
  reading: staffWith(['payout-tax', 'manage_access'], ['payouts', 'manage_access']),
  changingRules: staffWithAll(['payouts', 'manage_access'], ['manage-settings', 'modify']),
} as const;
