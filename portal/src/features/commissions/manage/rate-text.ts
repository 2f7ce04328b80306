import * as m from '#messages';
import { formatMoney } from '../../../lib/format.ts';

export const rateNames = ['loan', 'credit_card', 'heloc', 'referral', 'partner'] as const;
export type RateName = (typeof rateNames)[number];

export const rateLabels: Record<RateName, string> = {
  loan: m.commissions_rates_loan(),
  credit_card: m.commissions_rates_card(),
  heloc: m.commissions_rates_heloc(),
  referral: m.commissions_rates_referral(),
  partner: m.commissions_rates_partner(),
};

/** A rate as a percentage or an amount. */
export const rateText = (name: RateName, value: number): string =>
  name === 'heloc' || name === 'referral' ? formatMoney(value) : `${value}%`;
