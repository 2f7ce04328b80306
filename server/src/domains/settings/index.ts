import { tiers, type Tier } from '@lintel/contract/billing';
import { defaultRates, type CalculatorRates } from '@lintel/contract/marketing-calculator';
import type { Database } from '../../platform/db/connect.ts';
import { readSettingValue } from './repository.ts';

export { ensureFlyerSetting, noteTemplateChange, readFlyerSetting } from './flyer-setting.ts';
export { findSetting, insertSetting, lockSettingByName, readSettingValue, writeSettingValue } from './repository.ts';
export { settingRoutes } from './routes.ts';

/** Since when contractors must have accepted the service agreement anew; null when it was never set. */
export async function serviceAgreementDate(db: Database): Promise<Date | null> {
  const value = await readSettingValue(db, 'ServiceAgreementDate');
  return typeof value === 'string' ? new Date(value) : null;
}

/** Whether contractors who sign up get their account without staff: when the setting `AutomaticAccounts` is on. */
export const makesAccountsUnasked = async (db: Database): Promise<boolean> =>
  (await readSettingValue(db, 'AutomaticAccounts')) === true;

/** How many team users a tier allows until staff set another number. */
const defaultTeamLimits: Record<Tier, number> = { Free: 0, Self: 1, Pro: 3, Brand: 5, Concierge: 5, Test: 10 };

/** How many team users each tier allows. */
export async function tierTeamLimits(db: Database): Promise<Record<Tier, number>> {
  const stored = ((await readSettingValue(db, 'MultipleUsers')) ?? {}) as Partial<Record<Tier, number>>;
  return Object.fromEntries(tiers.map((tier) => [tier, stored[tier] ?? defaultTeamLimits[tier]])) as Record<Tier, number>;
}

/** Yearly rates in percent that the payment calculator reckons with; a band that no sensible rate is stored for has the default. */
export async function calculatorRates(db: Database): Promise<CalculatorRates> {
  const stored = ((await readSettingValue(db, 'CalculatorRates')) ?? {}) as Record<string, unknown>;
  const rateOf = (band: string, rate: number): number => {
    const own = stored[band];
    return typeof own === 'number' && own >= 0 && own <= 100 ? own : rate;
  };
  return Object.fromEntries(
    Object.entries(defaultRates).map(([band, rate]) => [band, rateOf(band, rate)]),
  ) as typeof defaultRates;
}
