import type { commissionStatement } from '@lintel/contract/commissions';
import { addressOf } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';

const path: (typeof commissionStatement)['path'] = '/reports-commissions/statement';

/** A month's statement as PDF. Throws `ApiError`. */
export async function getStatement(month: string, userId: number): Promise<Blob> {
  const answer = await send(addressOf(path, {}, { month, userId }), { method: 'GET' }, {});
  return answer.blob();
}
