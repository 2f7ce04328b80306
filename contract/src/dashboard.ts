import { z } from 'zod';
import { staffWith } from './core/access.ts';
import { endpoint } from './core/endpoint.ts';
import { payoutAccess } from './payouts/access.ts';

/** What each figure asks of the staff account; without it the figure is null. */
export const waitingAccess = {
  w9s: payoutAccess.reviewing,
  runsToRelease: payoutAccess.paying,
  heldPayouts: payoutAccess.reading,
  failedPayments: staffWith(['manage-contractors', 'access']),
  accountsToCreate: staffWith(['manage-contractors', 'account_create']),
  flaggedApplications: staffWith(['manage-contractors', 'access']),
  guaranteeClaims: staffWith(['manage-contractors', 'access']),
  undeliveredEmails: staffWith(['manage-emails', 'access_templates']),
} as const;
export type WaitingKey = keyof typeof waitingAccess;

/** Flagged applications are new for so many days. */
export const flaggedDays = 30;

const figure = z.number().int().nonnegative().nullable();

export const readWaiting = endpoint({
  name: 'dashboard.waiting',
  method: 'GET',
  path: '/manage/waiting',
  summary: 'What waits for staff, by what the account may do',
  access: staffWith(
    ['payout-tax', 'manage_access'],
    ['payouts', 'manage_access'],
    ['manage-contractors', 'access'],
    ['manage-contractors', 'account_create'],
    ['manage-emails', 'access_templates'],
  ),
  response: z.object({
    /** Tax forms to be reviewed. */
    w9s: figure,
    /** Payout runs that this account may release. */
    runsToRelease: figure,
    heldPayouts: figure,
    /** Contractors whose last payment failed. */
    failedPayments: figure,
    /** Contractors who have paid and have no account. */
    accountsToCreate: figure,
    /** Of the last 30 days. */
    flaggedApplications: figure,
    guaranteeClaims: figure,
    undeliveredEmails: figure,
  }),
});
