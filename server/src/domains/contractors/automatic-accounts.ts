import type { Database } from '../../platform/db/connect.ts';
import { readSettingValue } from '../../platform/settings/store.ts';

export const automaticAccountsSetting = 'AutomaticAccounts';

/** Whether paying creates a contractor's account, which it does unless staff turned it off. */
export const createsAccountsAutomatically = async (db: Database): Promise<boolean> =>
  (await readSettingValue(db, automaticAccountsSetting)) !== false;
