import { staffWith, staffWithAll } from '../core/access.ts';

/**
 * Staff privileges for payouts. Reviewing tax forms and paying are separate: reviewers see payouts
 * and what is pending, but move no money.
 */
export const payoutAccess = {
  reviewing: staffWith(['payout-tax', 'manage_access']),
  /** Preparing runs, and releasing other people's runs. */
  paying: staffWith(['payouts', 'manage_access']),
  /** Either of them. */
  reading: staffWith(['payout-tax', 'manage_access'], ['payouts', 'manage_access']),
  changingRules: staffWithAll(['payouts', 'manage_access'], ['manage-settings', 'modify']),
} as const;
