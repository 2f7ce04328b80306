import type { downloadSocialImage, previewSocialImage } from '@lintel/contract/marketing-social';
import { addressOf } from '../../../lib/api/encode.ts';
import { basePath, send } from '../../../lib/api/send.ts';
import type { SocialChoice } from './get-social-images.ts';

const previewPath: (typeof previewSocialImage)['path'] = '/social-media-images/{id}/preview';
const downloadPath: (typeof downloadSocialImage)['path'] = '/social-media-images/{id}/download';

type PictureOwner = Pick<SocialChoice, 'pageId' | 'userId'>;

/**
 * The address of a design's small picture; a picture carries no header, so the user stands in the
 * query.
 */
export const previewAddress = (id: number, { pageId, userId }: PictureOwner): string =>
  basePath + addressOf(previewPath, { id }, { pageId, userId });

/** A design as a PNG. Throws `ApiError`. */
export async function getSocialPicture(
  id: number,
  { pageId, userId }: PictureOwner,
): Promise<Blob> {
  const answer = await send(
    addressOf(downloadPath, { id }, { pageId, userId }),
    { method: 'GET' },
    { timeout: 0, handles: [500] },
  );
  return answer.blob();
}
