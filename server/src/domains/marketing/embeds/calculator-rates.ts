import { defaultRates, type CalculatorRates } from '@lintel/contract/marketing/calculator';
import { mapValues } from '@lintel/contract/core/map-values';
import { isRecord } from '@lintel/contract/core/narrow';
import type { Database } from '../../../platform/db/connect.ts';
import { readSettingValue } from '../../../platform/settings/store.ts';

/**
 * Annual rates in percent for the payment calculator; a band without a plausible stored rate uses
 * the default.
 */
export async function calculatorRates(db: Database): Promise<CalculatorRates> {
  const value = await readSettingValue(db, 'CalculatorRates');
  const stored = isRecord(value) ? value : {};
  const rateOf = (rate: number, band: string): number => {
    const own = stored[band];
    return typeof own === 'number' && own >= 0 && own <= 100 ? own : rate;
  };
  return mapValues(defaultRates, rateOf);
}
