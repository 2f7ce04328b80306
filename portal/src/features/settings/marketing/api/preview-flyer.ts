import type { previewFlyerTemplate } from '@lintel/contract/marketing-templates';
import { addressOf, bodyOf } from '../../../../lib/api/encode.ts';
import { send } from '../../../../lib/api/send.ts';
import { fileOf } from './file-of.ts';

const path: (typeof previewFlyerTemplate)['path'] = '/manage/flyer-templates/{id}/preview';

/**
 * The flyer as a PDF with the demo data: as it is stored, or with another `body`. Throws
 * `ApiError`.
 */
export async function previewFlyer(id: number, body?: string): Promise<Blob> {
  const init = { method: 'POST', ...bodyOf('form', { id, body }) };
  return fileOf(await send(addressOf(path, { id }), init, { handles: [500] }), 'application/pdf');
}
