import { defaultPayoutThreshold } from '@lintel/contract/payouts/constants';
import { payoutSettings, type PayoutSettings } from '@lintel/contract/payouts/settings';
import type { Database } from '../../platform/db/connect.ts';
import { toCents } from '../../platform/money.ts';
import { readSettingValue } from '../../platform/settings/store.ts';

export const thresholdSetting = 'PayoutThreshold';
export const automaticSetting = 'AutomaticPayouts';
export const onePersonSetting = 'OnePersonPayouts';

export type Threshold = PayoutSettings['thresholds'][number];

/**
 * Thresholds by effective day, earliest first. An unreadable setting stops the payouts, because
 * payments without a W-9 can't be undone.
 */
export async function readThresholds(db: Database): Promise<Threshold[]> {
  const stored = await readSettingValue(db, thresholdSetting);
  if (!Array.isArray(stored) || stored.length === 0)
    return [{ from: '2000-01-01', amount: defaultPayoutThreshold }];
  const parsed = payoutSettings.shape.thresholds.safeParse(stored);
  if (!parsed.success)
    throw new Error(`The setting ${thresholdSetting} cannot be read: ${parsed.error.message}`);
  return parsed.data;
}

/** Whether runs are prepared automatically. */
export const isAutomatic = async (db: Database): Promise<boolean> =>
  (await readSettingValue(db, automaticSetting)) === true;

/** Whether one person may both prepare and release a run; only an explicit true counts. */
export const isOnePerson = async (db: Database): Promise<boolean> =>
  (await readSettingValue(db, onePersonSetting)) === true;

/**
 * The threshold of a calendar year in cents: the one in effect `today`, or, for a past year, on its
 * last day. Before the first effective day, the first one applies.
 */
export function findThreshold(all: readonly Threshold[], year: number, today: string): number {
  const last = `${year}-12-31`;
  const day = last < today ? last : today;
  const found = all.findLast(({ from }) => from <= day) ?? all[0];
  return toCents(found?.amount ?? defaultPayoutThreshold);
}
