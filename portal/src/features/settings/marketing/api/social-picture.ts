import { queryOptions } from '@tanstack/react-query';
import type {
  previewSocialTemplate,
  readSocialTemplateFile,
  SocialTemplate,
} from '@lintel/contract/marketing-templates';
import { addressOf, bodyOf } from '../../../../lib/api/encode.ts';
import { send } from '../../../../lib/api/send.ts';
import { fileOf } from './file-of.ts';
import { templatesKey } from './keys.ts';

const storedPath: (typeof readSocialTemplateFile)['path'] =
  '/social-media-image-template/{id}/file';
const previewPath: (typeof previewSocialTemplate)['path'] =
  '/social-media-image-template/{id}/preview';
const handles = { handles: [500] };

/** The mark in a picture's address that changes with the picture. */
const markIn = (address: string): string | null =>
  new URL(address, window.location.origin).searchParams.get('v');

/** The picture that a stored template makes of the demo data. */
export const socialPictureQuery = ({ id, version, previewImage }: SocialTemplate) =>
  queryOptions({
    queryKey: [...templatesKey, 'picture', id, version, previewImage],
    queryFn: async ({ signal }) => {
      const address = addressOf(storedPath, { id }, { v: markIn(previewImage) });
      return fileOf(await send(address, { method: 'GET' }, { ...handles, signal }), 'image/png');
    },
    retry: false,
  });

/** The picture that another `body` makes. Throws `ApiError`. */
export async function previewSocial(id: number, body: string): Promise<Blob> {
  const init = { method: 'POST', ...bodyOf('form', { id, body }) };
  return fileOf(await send(addressOf(previewPath, { id }), init, handles), 'image/png');
}

/** The picture that an earlier version makes of today's demo data. */
export const versionPictureQuery = (
  id: number,
  { version, body }: { version: number; body: string },
) =>
  queryOptions({
    queryKey: [...templatesKey, 'version-picture', id, version],
    queryFn: () => previewSocial(id, body),
    retry: false,
  });
