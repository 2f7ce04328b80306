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

/** An order as a field holds it: a lone 0 is no order. */
export const tidyOrder = (typed: string): string => typed.trim().replace(/^0+$/, '');

/** The place in a list, 1 to 999, or null: then it comes last. */
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

/**
 * The ID in what was typed or pasted: an ID, or the address of a YouTube video; null when there is
 * none.
 */
export function youtubeIdIn(typed: string): string | null {
  const bare = typed.trim();
  if (/^[\w-]{11}$/.test(bare)) return bare;
  if (!URL.canParse(bare)) return null;
  const { hostname, pathname, searchParams } = new URL(bare);
  if (!/^(www\.|m\.)?(youtube\.com|youtube-nocookie\.com|youtu\.be)$/.test(hostname)) return null;
  const found = searchParams.get('v') ?? pathname.split('/').at(-1) ?? '';
  return /^[\w-]{11}$/.test(found) ? found : null;
}

/** Addresses of files that were uploaded here; the key is unguessable. */
export const uploadedVideo = /^\/api\/v1\/materials\/video\/([a-z0-9-]{8,80})$/;

/** Whether a video can be played from here: an http(s) address, or a video that was uploaded. */
const isVideoAddress = (value: string): boolean =>
  uploadedVideo.test(value) || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));

const flag = () => z.enum(['', '0', '1']).default('0');

/**
 * What staff write of a material; the fields arrive as texts. `name` is its title, `content` HTML.
 * The fields of the other kind of category are ignored. What a category's kind asks for besides is
 * in `materialProblems`.
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
  /** The ID of a YouTube video, or its address. */
  videoId: z.string().trim().max(500, messages.max(500)).default(''),
  /** The address of an MP4 file: anywhere, or what the upload answered. */
  videoSrc: z.string().trim().max(2000, messages.max(2000)).default(''),
  /** `1` takes the stored image, or the stored captions, away. */
  removeImage: flag(),
  removeTrack: flag(),
});
export type MaterialForm = z.output<typeof materialForm>;

/** Whether a text shows anything: tags and spaces alone do not. */
const isBlank = (html: string): boolean =>
  withoutTags(html).replaceAll('&nbsp;', '').trim() === '' && !/<img\b/i.test(html);

/**
 * What a material of such a category lacks, by field; nothing when it is complete. `hasImage`: one
 * is chosen, or stored and not taken away.
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
