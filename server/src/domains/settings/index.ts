import type { Database } from '../../platform/db/connect.ts';
import { readSettingValue } from './repository.ts';

export { writeSettingValue } from './repository.ts';

/** Since when contractors must have accepted the service agreement anew; null when it was never set. */
export async function serviceAgreementDate(db: Database): Promise<Date | null> {
  const value = await readSettingValue(db, 'ServiceAgreementDate');
  return typeof value === 'string' ? new Date(value) : null;
}
