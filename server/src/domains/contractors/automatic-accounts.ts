import type { Database } from '../../platform/db/connect.ts';
import { readSettingValue } from '../../platform/settings/store.ts';

export const automaticAccountsSetting = 'AutomaticAccounts';

/** Whether a payment creates a contractor's account: true unless staff turned it off. */
export const createsAccountsAutomatically = async (db: Database): Promise<boolean> =>
  (await readSettingValue(db, automaticAccountsSetting)) !== false;
