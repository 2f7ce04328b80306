import type { Database } from '../../platform/db/connect.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { checkNotices } from './queue-jobs.ts';
import type { ApplicationKey } from './repository.ts';

/**
 * Has an application's notices of adverse action checked, in the transaction that changes what they
 * depend on: its lenders' answers, its offers and the choice, or its end.
 */
export const queueNoticeCheck = (
  tx: Database,
  { contractorId, id }: ApplicationKey,
): Promise<void> =>
  enqueue(
    tx,
    checkNotices,
    { contractorId, applicationId: id },
    { key: `check-notices-${contractorId}-${id}` },
  );
