import { z } from 'zod';
import { id, messages, optionalText, text } from '../core/fields.ts';
import { withoutTags } from '../core/tags.ts';
import {
  categoryTypes,
  maxCategoryName,
  maxOrderDigits,
  trainingMessages,
  videoTypes,
  isTextType,
  type CategoryType,
} from './constants.ts';

/** An order in its field's form: zeros alone count as empty. */
export const tidyOrder = (typed: string): string => typed.trim().replace(/^0+$/, '');

/** The position in a list, 1 to 999, or null for the end. */
const order = () =>
  z
    .union([z.string(), z.number(), z.null()])
    .default('')
    .transform((value) => tidyOrder(String(value ?? '')))
    .pipe(
      z
        .string()
        .regex(/^\d*$/, { message: messages.digits, abort: true })
        .max(maxOrderDigits, messages.max(maxOrderDigits))
        .transform((digits) => (digits === '' ? null : Number(digits))),
    );

/** An empty field of a form counts as left out. */
const emptyAsMissing = (value: unknown): unknown =>
  value === '' || value === null ? undefined : value;

export const categoryForm = z.object({
  name: text(maxCategoryName),
  description: optionalText(1000).default(''),
  type: z.preprocess(emptyAsMissing, z.enum(categoryTypes, messages.required)),
  order: order(),
});
export type CategoryForm = z.output<typeof categoryForm>;

/** The ID in typed or pasted text: an ID, or the URL of a YouTube video; null without one. */
export function youtubeIdIn(typed: string): string | null {
  const bare = typed.trim();
  if (/^[\w-]{11}$/.test(bare)) return bare;
  if (!URL.canParse(bare)) return null;
  const { hostname, pathname, searchParams } = new URL(bare);
  if (!/^(www\.|m\.)?(youtube\.com|youtube-nocookie\.com|youtu\.be)$/.test(hostname)) return null;
  const found = searchParams.get('v') ?? pathname.split('/').at(-1) ?? '';
  return /^[\w-]{11}$/.test(found) ? found : null;
}

/** URLs of uploaded files; the key is unguessable. */
export const uploadedVideo = /^\/api\/v1\/materials\/video\/([a-z0-9-]{8,80})$/;

/** Whether a video can be played: an http(s) URL, or an uploaded video. */
const isVideoAddress = (value: string): boolean =>
  uploadedVideo.test(value) || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));

const flag = () => z.enum(['', '0', '1']).default('0');

/**
 * A material as staff edit it; the fields arrive as text. `name` is its title, `content` HTML.
 * Fields for the other kind of category are ignored. `materialProblems` has the additional
 * requirements of each kind.
 */
export const materialForm = z.object({
  name: text(255),
  categoryId: z.preprocess(
    emptyAsMissing,
    z.union([z.string(), z.number()], messages.required).pipe(id()),
  ),
  content: z.string().trim().max(50_000, messages.max(50_000)).default(''),
  order: order(),
  /** Whole minutes. */
  videoDuration: z
    .union([z.string(), z.number()])
    .default('')
    .transform((value) => String(value).trim())
    .pipe(
      z
        .string()
        .regex(/^\d*$/, { message: messages.digits, abort: true })
        .max(3, messages.max(3))
        .transform((digits) => (digits === '' ? null : Number(digits)))
        .refine((minutes) => minutes !== 0, trainingMessages.leastMinutes),
    ),
  videoType: z.preprocess(emptyAsMissing, z.enum(videoTypes).optional()),
  /** The ID or URL of a YouTube video. */
  videoId: z.string().trim().max(500, messages.max(500)).default(''),
  /** The URL of an MP4 file: external, or returned by the upload. */
  videoSrc: z.string().trim().max(2000, messages.max(2000)).default(''),
  /** `1` removes the stored image or captions. */
  removeImage: flag(),
  removeTrack: flag(),
});
export type MaterialForm = z.output<typeof materialForm>;

/** Whether HTML has no visible content: only tags and spaces. */
const isBlank = (html: string): boolean =>
  withoutTags(html).replaceAll('&nbsp;', '').trim() === '' && !/<img\b/i.test(html);

/**
 * What a material in such a category lacks, by field; empty when complete. `hasImage`: one is
 * chosen, or stored and not removed.
 */
export function materialProblems(
  form: Pick<MaterialForm, 'content' | 'videoDuration' | 'videoType' | 'videoId' | 'videoSrc'>,
  { type, hasImage }: { type: CategoryType; hasImage: boolean },
): Record<string, string> {
  if (isTextType(type)) return isBlank(form.content) ? { content: messages.required } : {};
  const problems: Record<string, string> = {};
  if (form.videoDuration === null) problems['videoDuration'] = messages.required;
  if (form.videoType === undefined) problems['videoType'] = messages.required;
  if (form.videoType === 'youtube') {
    if (form.videoId === '') problems['videoId'] = messages.required;
    else if (youtubeIdIn(form.videoId) === null) problems['videoId'] = trainingMessages.youtubeId;
  }
  if (form.videoType === 'video/mp4') {
    if (form.videoSrc === '') problems['videoSrc'] = messages.required;
    else if (!isVideoAddress(form.videoSrc)) problems['videoSrc'] = messages.url;
    if (!hasImage) problems['videoImg'] = messages.required;
  }
  return problems;
}
