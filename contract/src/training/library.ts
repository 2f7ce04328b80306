import { z } from 'zod';
import { accessTo, anyOf } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant, jsonField, messages, optionalText, outcome } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import {
  accountAt,
  inBody,
  inQuery,
  portalOwned,
  optionalContractorAt,
  sharedAt,
  userAt,
} from '../core/owner.ts';
import {
  categoryTypes,
  maxWatchedRanges,
  shownVideos,
  videoStatuses,
  videoTypes,
  watchedPageSizes,
} from './constants.ts';

const watching = accessTo('training-and-faqs');
/** Staff also see materials' files while they edit them. */
const seeing = anyOf(
  ['training-and-faqs', 'access'],
  ['training-and-faqs', 'manage_access'],
  ['manage-settings', 'access'],
);

/** Whose progress it is: the caller's, or that of the user the caller switched into. */
const userQuery = { userId: id().optional() };

export const material = z.object({
  id: z.number(),
  name: z.string(),
  /** Sanitized HTML: a FAQ's answer, or a video's description (may be empty). */
  content: z.string(),
  categoryId: z.number(),
  order: z.number(),
  /** When it was created. */
  date: instant(),
  /** Null for a text. */
  videoType: z.enum(videoTypes).nullable(),
  /** URL of the MP4 file, without a host for uploaded ones; otherwise empty. */
  videoSrc: z.string(),
  /** The YouTube ID; otherwise empty. */
  videoId: z.string(),
  /** URL of the thumbnail, or empty. */
  videoImg: z.string(),
  /** Minutes, as typed by staff; 0 for a text. */
  videoDuration: z.number(),
  /** The uploaded file's duration; null for videos elsewhere and when the file has none. */
  videoSeconds: z.number().nullable(),
  /** Null until the user starts it. */
  videoStatus: z.enum(videoStatuses).nullable(),
  /** URL of the captions (WebVTT), or empty. */
  videoTrack: z.string(),
  /** The user's last position in seconds. */
  currentVideoTime: z.number(),
  /** A video that the user hasn't started. */
  isNewVideo: z.boolean(),
  lastEditDate: instant(),
  /** How much of it the user actually watched, 0 to 100; skipped parts don't count. */
  watchedPercent: z.number(),
});
export type Material = z.output<typeof material>;

export const watchedCategory = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  type: z.enum(categoryTypes),
  order: z.number(),
  /** Videos that the user hasn't started. */
  countNewVideos: z.number(),
  total: z.number(),
  /** How many of them show at first. */
  limit: z.number(),
  /**
   * The URL segment that opens the screen at this category; earlier names of the category still
   * work.
   */
  categoryUrl: z.string(),
  /** The videos shown first, in order, when all categories are listed. */
  videos: z.array(material).optional(),
});
export type WatchedCategory = z.output<typeof watchedCategory>;

export const readCategories = endpoint({
  name: 'training.categories',
  method: 'GET',
  path: '/materials-category',
  summary:
    "The categories of training materials by type, with the count of videos the user hasn't started, and the first videos",
  access: watching,
  owner: userAt(inQuery('userId')),
  query: z.object(userQuery),
  response: z.object({
    onboarding_training: z.array(watchedCategory),
    training: z.array(watchedCategory),
    faqs: z.array(watchedCategory),
  }),
  errors: ['not_found'],
});

export const findCategoryByUrl = endpoint({
  name: 'training.category-url',
  method: 'GET',
  path: '/materials/category-url',
  summary: 'The category for a URL segment, and its current segment',
  access: watching,
  owner: userAt(inQuery('userId')),
  query: z.object({ ...userQuery, categoryUrl: z.string().trim().min(1).max(300) }),
  response: z.object({ categoryUrl: z.string(), category: watchedCategory }),
  errors: ['not_found'],
});

export const readMaterials = endpoint({
  name: 'training.materials-of-category',
  method: 'GET',
  path: '/materials/{id}',
  summary: "A page of one category's materials, in order, with the user's progress",
  access: watching,
  owner: [userAt(inQuery('userId')), sharedAt('id', 'Training is the same for all contractors.')],
  params: z.object({ id: id() }),
  /** 1000 only for FAQs and onboarding. */
  query: z.object({ ...userQuery, page: page(), limit: limit(watchedPageSizes, shownVideos) }),
  response: listSchema(material),
  errors: ['not_found'],
});

export const questionForm = z.object({
  contractorId: z.preprocess((value) => (value === '' ? undefined : value), id().optional()),
  userId: id(),
  question: z
    .string(messages.required)
    .trim()
    .pipe(z.string().min(1, messages.required).max(5000, messages.max(5000))),
  subject: optionalText(255).default(''),
});

export const askQuestion = endpoint({
  name: 'training.ask-question',
  method: 'POST',
  path: '/materials/ask-question',
  summary: 'Send a question to support',
  access: watching,
  owner: [userAt(inBody('userId')), optionalContractorAt(inBody('contractorId'))],
  encoding: 'multipart',
  body: questionForm,
  response: outcome,
  errors: ['not_found'],
  idempotent: true,
  limit: { max: 20, seconds: 3600, by: 'account' },
});

const seconds = () =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,10}(\.\d{1,10})?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(0).max(86_400));

export const videoStatForm = z.object({
  videoId: id(),
  userId: id(),
  videoStatus: z.enum(videoStatuses),
  /** Seconds: the player's position, and the video's duration. */
  videoTime: seconds(),
  videoDuration: seconds(),
  /**
   * Ranges of seconds played since the last report, as JSON `[[from, to], …]`. Without it the
   * server calculates them.
   */
  watched: jsonField(z.array(z.tuple([seconds(), seconds()])).max(maxWatchedRanges)).optional(),
});

export const setVideoStat = endpoint({
  name: 'training.set-stat-video',
  method: 'POST',
  path: '/materials/set-stat-video',
  summary: "Report the user's progress with a video. While switched, nothing is recorded",
  access: watching,
  owner: [
    accountAt(inBody('userId')),
    sharedAt(inBody('videoId'), 'Training is the same for all contractors.'),
  ],
  encoding: 'multipart',
  body: videoStatForm,
  response: outcome.extend({
    /** False while switched. */
    recorded: z.boolean(),
    /** The stored status. */
    videoStatus: z.enum(videoStatuses).nullable(),
    watchedPercent: z.number(),
  }),
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

/**
 * A file URL's query replaces a header, because players send none: the user the caller switched
 * into.
 */
const fileQuery = z.object(userQuery);

export const readVideo = endpoint({
  name: 'training.video',
  method: 'GET',
  path: '/materials/video/{key}',
  summary: 'An uploaded video, or the range in the Range header',
  access: seeing,
  owner: portalOwned,
  params: z.object({ key: z.string().regex(/^[a-z0-9-]{8,80}$/) }),
  query: fileQuery,
  response: { file: 'video/mp4' },
  errors: ['not_found', 'range_not_satisfiable'],
});

export const readImage = endpoint({
  name: 'training.image',
  method: 'GET',
  path: '/materials/image/{key}',
  summary: 'The thumbnail of a material',
  access: seeing,
  owner: portalOwned,
  params: z.object({ key: z.string().regex(/^[a-z0-9-]{8,80}\.jpg$/) }),
  query: fileQuery,
  response: { file: 'image/jpeg' },
  errors: ['not_found'],
});

export const readTrack = endpoint({
  name: 'training.track',
  method: 'GET',
  path: '/materials/track/{key}',
  summary: 'The captions of a video',
  access: seeing,
  owner: portalOwned,
  params: z.object({ key: z.string().regex(/^[a-z0-9-]{8,80}\.vtt$/) }),
  query: fileQuery,
  response: { file: 'text/vtt; charset=utf-8' },
  errors: ['not_found'],
});
