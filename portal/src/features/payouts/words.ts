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
export const earningsOf = ({ plan }: Pick<Contractor, 'plan'>): string =>
  plan?.tier === 'Concierge'
    ? m.payouts_referral_and_partner_bonuses()
    : m.payouts_commissions_and_referral_or_partner();

export const capitalized = (words: string): string =>
  words.charAt(0).toUpperCase() + words.slice(1);

/** What a held payout waits for, as its contractor reads it. */
export const holdWords: Record<HoldReason, string> = {
  'no-bank-details': m.payouts_bank_details_are_missing(),
  'bank-details-returned': m.payouts_the_bank_refused_the_last(),
  'bank-details-changed': m.payouts_bank_details_were_changed_less({ changedDetailsHoldDays }),
  w9: m.payouts_a_verified_w_9_is(),
};

/** Why a payout left its run at the release. */
export const leaveLabels: Record<LeaveReason, string> = {
  ...holdLabels,
  'amount-changed': m.payouts_amount_changed(),
  'set-off': m.payouts_used_up_by_what_was(),
  'not-payable': m.payouts_the_banks_file_cannot_take(),
};

export const runLabels: Record<RunState, { label: string; tone: Tone }> = {
  prepared: { label: m.payouts_waits_for_release(), tone: 'amber' },
  released: { label: m.payouts_released(), tone: 'blue' },
  paid: { label: m.payouts_paid(), tone: 'green' },
  canceled: { label: m.payouts_canceled(), tone: 'grey' },
};

export const stateLabels: Record<PayoutState, { label: string; tone: Tone }> = {
  held: { label: m.payouts_held(), tone: 'amber' },
  due: { label: m.payouts_due(), tone: 'blue' },
  sent: { label: m.common_sent(), tone: 'blue' },
  paid: { label: m.payouts_paid(), tone: 'green' },
  returned: { label: m.payouts_returned(), tone: 'red' },
  canceled: { label: m.payouts_canceled(), tone: 'grey' },
};

/** A month by its first day: `November 2026`. */
export const monthName = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
