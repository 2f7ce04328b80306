import { dayIn } from '@lintel/contract/core/days';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { readContractorZone } from '../contractors/index.ts';

/** Today in the contractor's time zone, which its documents use. */
export const contractorToday = async (
  { clock, config }: Context,
  db: Database,
  contractorId: number,
): Promise<string> =>
  dayIn(clock.now(), await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE));
