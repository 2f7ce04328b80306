import type { W9Status } from '@lintel/contract/payouts-constants';
import type { Database } from '../../platform/db/connect.ts';
import { findPayee } from './method-repository.ts';
import { w9StatusOf } from './w9-review.ts';

/** Whether a contractor has bank details, and how its W-9 stands: what the dashboard asks. */
export async function payoutState(
  db: Database,
  contractorId: number,
): Promise<{ hasMethod: boolean; w9Status: W9Status }> {
  const [found, w9Status] = [await findPayee(db, contractorId), await w9StatusOf(db, contractorId)];
  return { hasMethod: found?.method != null, w9Status };
}
