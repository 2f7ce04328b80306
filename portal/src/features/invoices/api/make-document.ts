import type { priceDocument } from '@lintel/contract/invoices';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { Input } from '../../../lib/api/call.ts';
import { addressOf, bodyOf } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';

const path: (typeof priceDocument)['path'] = '/widgets/{pageId}/price';

/** The document as a PDF. Throws `ApiError`, also when what came is no PDF. */
export async function makeDocument({ params, body }: Input<typeof priceDocument>): Promise<Blob> {
  const init = { method: 'POST', ...bodyOf('form', body) };
  const answer = await send(addressOf(path, params), init, { handles: [500] });
  if (answer.headers.get('content-type')?.startsWith('application/pdf')) return answer.blob();
  throw new ApiError(answer.status, 'unexpected', 'Something wrong');
}
