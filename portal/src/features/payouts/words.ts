import {
  changedDetailsHoldDays,
  holdLabels,
  type HoldReason,
  type LeaveReason,
  type PayoutState,
  type RunState,
} from '@lintel/contract/payouts/constants';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import type { Tone } from '../../theme.ts';

/** What a contractor is paid for: Concierge contractors earn bonuses only. */
export const earningsOf = ({ plan }: Pick<Contractor, 'plan'>): string =>
  plan?.tier === 'Concierge'
    ? 'referral and partner bonuses'
    : 'commissions and referral or partner bonuses';

export const capitalized = (words: string): string =>
  words.charAt(0).toUpperCase() + words.slice(1);

/** What a held payout waits for, as its contractor reads it. */
export const holdWords: Record<HoldReason, string> = {
  'no-bank-details': 'Bank details are missing.',
  'bank-details-returned':
    'The bank refused the last payout. Please enter your bank details again.',
  'bank-details-changed': `Bank details were changed less than ${changedDetailsHoldDays} days ago.`,
  w9: 'A verified W-9 is missing.',
};

/** Why a payout left its run at the release. */
export const leaveLabels: Record<LeaveReason, string> = {
  ...holdLabels,
  'amount-changed': 'Amount changed',
  'set-off': 'Used up by what was taken back',
  'not-payable': 'The bank’s file cannot take it',
};

export const runLabels: Record<RunState, { label: string; tone: Tone }> = {
  prepared: { label: 'Waits for release', tone: 'amber' },
  released: { label: 'Released', tone: 'blue' },
  paid: { label: 'Paid', tone: 'green' },
  canceled: { label: 'Canceled', tone: 'grey' },
};

export const stateLabels: Record<PayoutState, { label: string; tone: Tone }> = {
  held: { label: 'Held', tone: 'amber' },
  due: { label: 'Due', tone: 'blue' },
  sent: { label: 'Sent', tone: 'blue' },
  paid: { label: 'Paid', tone: 'green' },
  returned: { label: 'Returned', tone: 'red' },
  canceled: { label: 'Canceled', tone: 'grey' },
};

/** A month by its first day: `November 2026`. */
export const monthName = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
