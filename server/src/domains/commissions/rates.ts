import {
  commissionRates,
  defaultCommissionRates,
  type CommissionRates,
  type DatedRates,
} from '@lintel/contract/commissions/rates';
import type { Database } from '../../platform/db/connect.ts';
import { readSettingValue } from '../../platform/settings/store.ts';

export const ratesSetting = 'CommissionRates';

/**
 * The dated rates. An unreadable setting stops the booking, because a commission booked at a wrong
 * rate can't be corrected later.
 */
export async function readRates(db: Database): Promise<DatedRates> {
  const stored = await readSettingValue(db, ratesSetting);
  if (stored === undefined) return defaultCommissionRates;
  const parsed = commissionRates.safeParse(stored);
  if (!parsed.success)
    throw new Error(`The setting ${ratesSetting} cannot be read: ${parsed.error.message}`);
  return parsed.data;
}

/** The rates on a day; before the first date, the first rates. */
export function ratesOn(dated: DatedRates, day: string): CommissionRates {
  const held = dated.findLast(({ from }) => from <= day) ?? dated[0];
  if (held === undefined) throw new Error('There are no commission rates');
  return held.rates;
}

/** `percent` (at most two decimals) of an amount in cents, half a cent rounded up. */
export function computeShare(amountCents: number, percent: number): number {
  const basisPoints = Math.round(percent * 100);
  return Number((BigInt(amountCents) * BigInt(basisPoints) + 5000n) / 10_000n);
}

/**
 * The part of a share when `leftCents` of its base of `wholeCents` are left, half a cent rounded
 * up.
 */
export function shareLeft(shareCents: number, leftCents: number, wholeCents: number): number {
  const [share, left, whole] = [BigInt(shareCents), BigInt(leftCents), BigInt(wholeCents)];
  return Number((2n * share * left + whole) / (2n * whole));
}
