/** What a category of materials holds: two kinds of videos, and texts. */
export const categoryTypes = ['onboarding_training', 'training', 'faqs'] as const;
export type CategoryType = (typeof categoryTypes)[number];

/** Categories of this type hold texts (a question and its answer); the others hold videos. */
export const isTextType = (type: CategoryType): boolean => type === 'faqs';

/** Where a video comes from. */
export const videoTypes = ['youtube', 'video/mp4'] as const;
export type VideoType = (typeof videoTypes)[number];

/** How far a user is with a video. A video that was ended once stays so. */
export const videoStatuses = ['started', 'paused', 'ended'] as const;
export type VideoStatus = (typeof videoStatuses)[number];

/** How many videos of a category show at first. */
export const shownVideos = 4;
/** How many FAQs, or onboarding materials, load at most. */
export const allMaterials = 1000;
/**
 * Sizes that a page of one category's materials can have; `allMaterials` only for FAQs and
 * onboarding.
 */
export const watchedPageSizes = [shownVideos, 10, 25, 50, 100, allMaterials] as const;

/** The grids of the Settings screen. */
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
/** The list of categories can be had as a whole, for a selector. */
export const categoryPageSizes = [10, 25, 50, 100, 1000] as const;
export const categoryOrders = ['order', 'name', 'type'] as const;
export type CategoryOrder = (typeof categoryOrders)[number];

/** The report on who watched what. */
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

/** Digits that an order has at most. */
export const maxOrderDigits = 3;
export const maxOrder = 999;
export const maxCategoryName = 255;
/** Ranges of seconds that one report of a player carries at most. */
export const maxWatchedRanges = 200;
/** Seconds that the player goes back behind the saved time. */
export const resumeStep = 0.01;

export const imageBytes = 1024 * 1024;
export const captionBytes = 512 * 1024;
/**
 * Megabytes of an uploaded video unless the deployer sets another limit; the server's refusal names
 * the one that counts.
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
  goneVideo: 'This video is no longer there. Please upload it again.',
  questionSent: 'Thank You! Your question has been successfully sent!',
} as const;
