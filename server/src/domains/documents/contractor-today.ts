import { dayIn } from '@lintel/contract/core/days';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { readContractorZone } from '../contractors/index.ts';

/** Today in the contractor's time zone, which its documents use; `timeZone` is the provider's. */
export const todayOf = async (
  { clock, timeZone }: { clock: Clock; timeZone: string },
  db: Database,
  contractorId: number,
): Promise<string> => dayIn(clock.now(), await readContractorZone(db, contractorId, timeZone));
