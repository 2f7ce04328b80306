import type { paymentReceipt } from '@lintel/contract/billing-payments';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { addressOf } from '../../../../lib/api/encode.ts';
import { send } from '../../../../lib/api/send.ts';

const path: (typeof paymentReceipt)['path'] = '/payment/{id}/receipt';

/** The receipt of a payment as PDF. Throws `ApiError`, also when what came is no PDF. */
export async function getReceipt(paymentId: number, userId: number): Promise<Blob> {
  const answer = await send(
    addressOf(path, { id: paymentId }, { userId }),
    { method: 'GET' },
    { handles: [500] },
  );
  if (answer.headers.get('content-type')?.startsWith('application/pdf')) return answer.blob();
  throw new ApiError(answer.status, 'unexpected', 'Something wrong');
}
