import { defaultRates, type CalculatorRates } from '@lintel/contract/marketing/calculator';
import type { Database } from '../../platform/db/connect.ts';
import { readSettingValue } from './repository.ts';

export { serviceAgreementDate } from './agreement.ts';
export { ensureFlyerSetting, noteTemplateChange, readFlyerSetting } from './flyer-setting.ts';
export { tierTeamLimits } from './multiple-users.ts';
export {
  findSetting,
  insertSetting,
  lockSettingByName,
  readSettingValue,
  writeSettingValue,
} from './repository.ts';
export { part } from './part.ts';

export const automaticAccountsSetting = 'AutomaticAccounts';

/**
 * Whether contractors who sign up get their account without staff: when the setting
 * `AutomaticAccounts` is on.
 */
export const makesAccountsUnasked = async (db: Database): Promise<boolean> =>
  (await readSettingValue(db, automaticAccountsSetting)) === true;

/**
 * Yearly rates in percent that the payment calculator reckons with; a band that no sensible rate is
 * stored for has the default.
 */
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
