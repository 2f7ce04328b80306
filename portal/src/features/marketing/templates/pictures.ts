import { useState } from 'react';
import { queryOptions } from '@tanstack/react-query';
import * as m from '#messages';
import {
  socialNetworks,
  socialSizes,
  type ContentType,
  type SocialMedia,
} from '@lintel/contract/marketing/constants';
import type {
  previewFlyerTemplate,
  previewSocialTemplate,
  readSocialTemplateFile,
  SocialTemplate,
} from '@lintel/contract/marketing/templates';
import { ApiError, toApiError } from '../../../lib/api/api-error.ts';
import { buildAddress, encodeBody } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';
import { useAction } from '../../../lib/use-action.ts';
import { openViewer, type Viewer } from '../../../ui/viewer.ts';
import { templatesKey } from './requests.ts';

/**
 * The file in a response. Throws `ApiError` if it has another type; a JSON response is an error
 * with its own message.
 */
async function readFile(answer: Response, type: string): Promise<Blob> {
  const given = answer.headers.get('content-type') ?? '';
  if (given.startsWith(type)) return answer.blob();
  if (given.startsWith('application/json')) throw await toApiError(answer);
  throw new ApiError(answer.status, 'unexpected', m.common_error_title());
}

const storedPath: (typeof readSocialTemplateFile)['path'] =
  '/social-media-image-template/{id}/file';
const previewPath: (typeof previewSocialTemplate)['path'] =
  '/social-media-image-template/{id}/preview';
const handles = { handles: [500] };

/** The cache-busting part of an image address. */
const markIn = (address: string): string | null =>
  new URL(address, window.location.origin).searchParams.get('v');

/** The stored template's image with the demo data. */
export const socialPictureQuery = ({ id, version, previewImage }: SocialTemplate) =>
  queryOptions({
    queryKey: [...templatesKey, 'picture', id, version, previewImage],
    queryFn: async ({ signal }) => {
      const address = buildAddress(storedPath, { id }, { v: markIn(previewImage) });
      return readFile(await send(address, { method: 'GET' }, { ...handles, signal }), 'image/png');
    },
    retry: false,
  });

/** The image of another `body`. Throws `ApiError`. */
async function previewSocial(id: number, body: string): Promise<Blob> {
  const init = { method: 'POST', ...encodeBody('form', { id, body }) };
  return readFile(await send(buildAddress(previewPath, { id }), init, handles), 'image/png');
}

/** An earlier version's image with the current demo data. */
export const versionPictureQuery = (
  id: number,
  { version, body }: { version: number; body: string },
) =>
  queryOptions({
    queryKey: [...templatesKey, 'version-picture', id, version],
    queryFn: () => previewSocial(id, body),
    retry: false,
  });

const path: (typeof previewFlyerTemplate)['path'] = '/manage/flyer-templates/{id}/preview';

/**
 * The flyer as a PDF with the demo data: the stored version, or another `body`. Throws `ApiError`.
 */
async function previewFlyer(id: number, body?: string): Promise<Blob> {
  const init = { method: 'POST', ...encodeBody('form', { id, body }) };
  return readFile(
    await send(buildAddress(path, { id }), init, { handles: [500] }),
    'application/pdf',
  );
}

/**
 * Shows a flyer template's PDF in a new window. `blocked` is its address if the browser blocked the
 * window.
 */
export function useFlyerPreview(onFailure: (error: unknown) => void) {
  const [blocked, setBlocked] = useState<string | null>(null);
  const { busy, run } = useAction({
    call: ({ id, body }: { id: number; body: string | undefined; viewer: Viewer }) => {
      setBlocked(null);
      return previewFlyer(id, body);
    },
    onDone: (file, { viewer }) => {
      // Never revoked, because users may reload the window.
      const address = URL.createObjectURL(file);
      viewer.show(address);
      if (!viewer.isOpen) setBlocked(address);
    },
    onFailure: (error, { viewer }) => {
      viewer.close();
      onFailure(error);
    },
  });
  return {
    busy,
    blocked,
    show: (id: number, body?: string): void => void run({ id, body, viewer: openViewer() }),
  };
}

/** The inputs of an image. */
export type SocialDraft = Pick<SocialTemplate, 'socialMedia' | 'contentType' | 'body'>;

export interface DrawnPicture {
  file: Blob;
  draft: SocialDraft;
}

/** A preview of the input, drawn only on demand because rendering is slow. */
export function useSocialPreview(onFailure: (error: unknown) => void) {
  const [drawn, setDrawn] = useState<DrawnPicture | null>(null);
  const { busy, run } = useAction({
    call: ({ id, draft }: { id: number; draft: SocialDraft }) => previewSocial(id, draft.body),
    onDone: (file, { draft }) => setDrawn({ file, draft }),
    onFailure,
  });
  return {
    busy,
    drawn,
    show: (id: number, { socialMedia, contentType, body }: SocialDraft): void =>
      void run({ id, draft: { socialMedia, contentType, body } }),
  };
}

interface Format {
  socialMedia: SocialMedia;
  contentType: ContentType;
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const networkLabel = (key: SocialMedia): string =>
  socialNetworks.find((network) => network.key === key)?.label ?? key;
export const typeLabel: (type: ContentType) => string = capitalize;

export const networkContentTypes = (network: SocialMedia): readonly ContentType[] =>
  socialNetworks.find(({ key }) => key === network)?.types ?? [];

/** The size of an image, in pixels. */
export const pictureSize = ({
  socialMedia,
  contentType,
}: Format): { width: number; height: number } =>
  socialSizes[`${socialMedia} ${contentType}`] ?? { width: 1, height: 1 };

export const isSameFormat = (one: Format, other: Format): boolean =>
  one.socialMedia === other.socialMedia && one.contentType === other.contentType;

/** A format as text: `Facebook cover, 820 × 312`. */
export function formatName(format: Format): string {
  const { width, height } = pictureSize(format);
  return `${networkLabel(format.socialMedia)} ${format.contentType}, ${width}\u00A0×\u00A0${height}`;
}
