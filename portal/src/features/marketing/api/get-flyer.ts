import type { readFlyer } from '@lintel/contract/marketing-flyer';
import { ApiError } from '../../../lib/api/api-error.ts';
import { addressOf } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';

const path: (typeof readFlyer)['path'] = '/contractor/{contractorId}/page/{pageId}/flyer';

/** The flyer as a PDF. Throws `ApiError`, also when what came is JSON instead. */
export async function getFlyer(ids: { contractorId: number; pageId: number }): Promise<Blob> {
  const answer = await send(addressOf(path, ids), { method: 'GET' }, { timeout: 0, handles: [500] });
  if (answer.headers.get('content-type')?.startsWith('application/json'))
    throw new ApiError(answer.status, 'unexpected', 'Something wrong');
  return answer.blob();
}
