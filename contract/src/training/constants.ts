/** A category's content: two kinds of videos, or texts. */
export const categoryTypes = ['onboarding_training', 'training', 'faqs'] as const;
export type CategoryType = (typeof categoryTypes)[number];

/** Categories of this type hold texts (a question and its answer); the others hold videos. */
export const isTextType = (type: CategoryType): boolean => type === 'faqs';

/** Video sources. */
export const videoTypes = ['youtube', 'video/mp4'] as const;
export type VideoType = (typeof videoTypes)[number];

/** A user's progress with a video. Once a video has ended, it stays `ended`. */
export const videoStatuses = ['started', 'paused', 'ended'] as const;
export type VideoStatus = (typeof videoStatuses)[number];

/** How many videos of a category show at first. */
export const shownVideos = 4;
/** The most FAQs or onboarding materials that load at once. */
export const allMaterials = 1000;
/** Page sizes for one category's materials; `allMaterials` only for FAQs and onboarding. */
export const watchedPageSizes = [shownVideos, 10, 25, 50, 100, allMaterials] as const;

/** Page sizes of the Settings screen's grids. */
export const materialPageSizes = [10, 25, 50, 100] as const;
export const defaultMaterialPageSize = 25;
export const materialOrders = [
  'order',
  'name',
  'category',
  'videoType',
  'videoDuration',
  'date',
  'lastEditDate',
] as const;
export type MaterialOrder = (typeof materialOrders)[number];
/** Page sizes for categories; the largest fits a selector with all of them. */
export const categoryPageSizes = [10, 25, 50, 100, 1000] as const;
export const categoryOrders = ['order', 'name', 'type'] as const;
export type CategoryOrder = (typeof categoryOrders)[number];

/** Sort orders for the report on watched materials. */
export const watchedMaterialOrders = [
  'name',
  'category',
  'viewers',
  'ended',
  'percent',
  'lastWatched',
] as const;
export type WatchedMaterialOrder = (typeof watchedMaterialOrders)[number];
export const viewOrders = [
  'fullName',
  'companyName',
  'name',
  'status',
  'percent',
  'lastWatched',
] as const;
export type ViewOrder = (typeof viewOrders)[number];

/** The most digits of an order. */
export const maxOrderDigits = 3;
export const maxOrder = 999;
export const maxCategoryName = 255;
/** The most ranges of seconds in one report from a player. */
export const maxWatchedRanges = 200;
/** How many seconds before the saved position the player resumes. */
export const resumeStep = 0.01;

export const imageBytes = 1024 * 1024;
export const captionBytes = 512 * 1024;
/**
 * The default limit for uploaded videos in megabytes; the server's error names the configured one.
 */
export const defaultVideoMegabytes = 500;

export const trainingMessages = {
  imageSize: 'The uploading file cannot be more than 1MB',
  heavyText: 'This text takes too much work to read. Please make its HTML simpler.',
  imageType: 'Please upload file in PNG, GIF, or JPG format',
  captionSize: 'The captions cannot be more than 512KB',
  captionType: 'Please upload captions in the WebVTT format (.vtt)',
  videoFile: 'Please upload a video in the MP4 format',
  youtubeId: 'Please enter the ID or the address of a YouTube video',
  leastMinutes: 'Please enter at least 1 minute',
  fixedType: 'The type of a category cannot be changed',
  unknownCategory: 'This category does not exist.',
  goneVideo: 'This video no longer exists. Please upload it again.',
  questionSent: 'Thank You! Your question has been successfully sent!',
} as const;
