import {
  applicationFlags,
  type listFlaggedApplications,
} from '@lintel/contract/applications/flags';
import type { Answered, Received } from '@lintel/contract/core/endpoint';
import type { Database } from '../../platform/db/connect.ts';
import { selectFlagged } from './flags-repository.ts';

/** A page of what staff should look at. Contractors never learn of it. */
export async function readFlagged(
  db: Database,
  { flag, page, limit }: Received<typeof listFlaggedApplications, 'query'>,
): Promise<Answered<typeof listFlaggedApplications>> {
  const { rows, total } = await selectFlagged(db, flag, { limit, offset: (page - 1) * limit });
  const data = rows.map(({ startedAt, flags, ...row }) => ({
    ...row,
    appFormStarted: startedAt.toISOString(),
    flags: applicationFlags.filter((one) => flags.includes(one)),
  }));
  return { data, total };
}
