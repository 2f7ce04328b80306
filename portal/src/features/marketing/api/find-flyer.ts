import type { readFlyer } from '@lintel/contract/marketing-flyer';
import { ApiError } from '../../../lib/api/api-error.ts';
import { addressOf } from '../../../lib/api/encode.ts';
import { basePath, send } from '../../../lib/api/send.ts';

const path: (typeof readFlyer)['path'] = '/contractor/{contractorId}/page/{pageId}/flyer';

/**
 * The address of the flyer's PDF, once the server has it ready: opened by the browser itself, it
 * keeps the name that the server gives it. `userId` is the account that is switched into. Throws
 * `ApiError`, also when what comes is JSON instead.
 */
export async function findFlyer(
  ids: { contractorId: number; pageId: number },
  userId: number | undefined,
): Promise<string> {
  const address = addressOf(path, ids, { userId });
  const answer = await send(address, { method: 'GET' }, { timeout: 0, handles: [500] });
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  // What it is has been seen; the browser asks for the rest.
  void answer.body?.cancel();
  if (isJson) throw new ApiError(answer.status, 'unexpected', 'Something wrong');
  return basePath + address;
}
