import * as m from '#messages';
import type { Material, WatchedCategory } from '@lintel/contract/training/library';
import type { Categories } from './requests.ts';

/** The user's progress in a video as text; empty if it hasn't been started. */
export function progressText({
  videoStatus,
  watchedPercent,
}: Pick<Material, 'videoStatus' | 'watchedPercent'>): string {
  if (videoStatus === null) return '';
  if (videoStatus === 'ended') return m.training_watched();
  return watchedPercent > 0 ? m.training_playlist_percent({ watchedPercent }) : m.common_started();
}

/** Videos in a row: the onboarding as one playlist, and each training category. */
export interface Playlist {
  title: string;
  categories: readonly WatchedCategory[];
}

/** The onboarding's title: the name of its category if there is only one. */
export const onboardingTitle = ([first, ...others]: readonly WatchedCategory[]): string =>
  first !== undefined && others.length === 0 ? first.name : m.screens_getStarted();

export const buildPlaylists = ({
  onboarding_training: onboarding,
  training,
}: Categories): Playlist[] => [
  ...(onboarding.length > 0
    ? [{ title: onboardingTitle(onboarding), categories: onboarding }]
    : []),
  ...training.map((category) => ({ title: category.name, categories: [category] })),
];

type WatchedMaterial = Pick<Material, 'id' | 'videoStatus'>;

/** Whether a video was finished. `ended` has the videos that just ended, recorded or not. */
const isFinished = ({ id, videoStatus }: WatchedMaterial, ended: ReadonlySet<number>): boolean =>
  videoStatus === 'ended' || ended.has(id);

/**
 * The next unfinished video, otherwise the first unfinished one before it; undefined if all are
 * finished.
 */
export function nextUnfinished<Video extends WatchedMaterial>(
  videos: readonly Video[],
  current: number,
  ended: ReadonlySet<number>,
): Video | undefined {
  const place = videos.findIndex(({ id }) => id === current) + 1;
  return [...videos.slice(place), ...videos.slice(0, place)].find(
    (video) => video.id !== current && !isFinished(video, ended),
  );
}
