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
import { ApiError, errorOf } from '../../../lib/api/api-error.ts';
import { addressOf, bodyOf } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';
import { useAction } from '../../../lib/use-action.ts';
import { openViewer, type Viewer } from '../../../ui/viewer.ts';
import { templatesKey } from './requests.ts';

/**
 * The file that an answer holds. Throws `ApiError` when it is none of this type: a JSON answer is
 * an error with its own words.
 */
async function fileOf(answer: Response, type: string): Promise<Blob> {
  const given = answer.headers.get('content-type') ?? '';
  if (given.startsWith(type)) return answer.blob();
  if (given.startsWith('application/json')) throw await errorOf(answer);
  throw new ApiError(answer.status, 'unexpected', m.common_error_title());
}

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
async function previewSocial(id: number, body: string): Promise<Blob> {
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

const path: (typeof previewFlyerTemplate)['path'] = '/manage/flyer-templates/{id}/preview';

/**
 * The flyer as a PDF with the demo data: as it is stored, or with another `body`. Throws
 * `ApiError`.
 */
async function previewFlyer(id: number, body?: string): Promise<Blob> {
  const init = { method: 'POST', ...bodyOf('form', { id, body }) };
  return fileOf(await send(addressOf(path, { id }), init, { handles: [500] }), 'application/pdf');
}

/**
 * Shows a flyer template's PDF in a new window. `blocked` is its address when the browser allowed
 * none.
 */
export function useFlyerPreview(onFailure: (error: unknown) => void) {
  const [blocked, setBlocked] = useState<string | null>(null);
  const { busy, run } = useAction({
    call: ({ id, body }: { id: number; body: string | undefined; viewer: Viewer }) => {
      setBlocked(null);
      return previewFlyer(id, body);
    },
    onDone: (file, { viewer }) => {
      // It lives as long as this page: the window may be reloaded.
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

/** What a picture is made of. */
export type SocialDraft = Pick<SocialTemplate, 'socialMedia' | 'contentType' | 'body'>;

export interface MadePicture {
  file: Blob;
  of: SocialDraft;
}

/** The picture of what is typed: asked for, not by itself, because drawing takes a while. */
export function useSocialPreview(onFailure: (error: unknown) => void) {
  const [made, setMade] = useState<MadePicture | null>(null);
  const { busy, run } = useAction({
    call: ({ id, of }: { id: number; of: SocialDraft }) => previewSocial(id, of.body),
    onDone: (file, { of }) => setMade({ file, of }),
    onFailure,
  });
  return {
    busy,
    made,
    show: (id: number, { socialMedia, contentType, body }: SocialDraft): void =>
      void run({ id, of: { socialMedia, contentType, body } }),
  };
}

interface Format {
  socialMedia: SocialMedia;
  contentType: ContentType;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const networkLabel = (key: SocialMedia): string =>
  socialNetworks.find((network) => network.key === key)?.label ?? key;
export const typeLabel: (type: ContentType) => string = capital;

/** The content types of a network. */
export const typesOf = (network: SocialMedia): readonly ContentType[] =>
  socialNetworks.find(({ key }) => key === network)?.types ?? [];

/** Pixels of a picture. */
export const sizeOf = ({ socialMedia, contentType }: Format): { width: number; height: number } =>
  socialSizes[`${socialMedia} ${contentType}`] ?? { width: 1, height: 1 };

export const isSameFormat = (one: Format, other: Format): boolean =>
  one.socialMedia === other.socialMedia && one.contentType === other.contentType;

/** A format in words: `Facebook cover, 820 × 312`. */
export function formatWords(format: Format): string {
  const { width, height } = sizeOf(format);
  return `${networkLabel(format.socialMedia)} ${format.contentType}, ${width}\u00A0×\u00A0${height}`;
}
