import * as m from '#messages';
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
export const earningsText = ({ plan }: Pick<Contractor, 'plan'>): string =>
  plan?.tier === 'Concierge' ? m.payouts_earnings_bonuses() : m.payouts_earnings_all();

export const capitalized = (words: string): string =>
  words.charAt(0).toUpperCase() + words.slice(1);

/** Reasons for a held payout, as contractors read them. */
export const holdWords: Record<HoldReason, string> = {
  'no-bank-details': m.payouts_hold_bankMissing(),
  'bank-details-returned': m.payouts_hold_bankRejected(),
  'bank-details-changed': m.payouts_hold_bankChanged({ changedDetailsHoldDays }),
  w9: m.payouts_hold_w9Missing(),
};

/** Reasons why a payout left its run at the release. */
export const leaveLabels: Record<LeaveReason, string> = {
  ...holdLabels,
  'amount-changed': m.payouts_hold_amountChanged(),
  'set-off': m.payouts_hold_usedUp(),
  'not-payable': m.payouts_hold_bankFile(),
};

export const runLabels: Record<RunState, { label: string; tone: Tone }> = {
  prepared: { label: m.payouts_runState_waiting(), tone: 'amber' },
  released: { label: m.payouts_runState_released(), tone: 'blue' },
  paid: { label: m.common_paid(), tone: 'green' },
  canceled: { label: m.common_canceled(), tone: 'grey' },
};

export const stateLabels: Record<PayoutState, { label: string; tone: Tone }> = {
  held: { label: m.payouts_held_tab(), tone: 'amber' },
  due: { label: m.common_due(), tone: 'blue' },
  sent: { label: m.common_sent(), tone: 'blue' },
  paid: { label: m.common_paid(), tone: 'green' },
  returned: { label: m.payouts_runState_returned(), tone: 'red' },
  canceled: { label: m.common_canceled(), tone: 'grey' },
};

/** A month by its first day: `November 2026`. */
export const monthName = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
