import * as m from '#messages';
import type { Material, WatchedCategory } from '@lintel/contract/training/library';
import type { Categories } from './requests.ts';

/** How far the user is with a video, in words; empty for one that was not started. */
export function progressWords({
  videoStatus,
  watchedPercent,
}: Pick<Material, 'videoStatus' | 'watchedPercent'>): string {
  if (videoStatus === null) return '';
  if (videoStatus === 'ended') return m.training_watched();
  return watchedPercent > 0 ? m.training_playlist_percent({ watchedPercent }) : m.common_started();
}

/** Videos that follow one another: the onboarding as one, and each category of training. */
export interface Playlist {
  title: string;
  categories: readonly WatchedCategory[];
}

/** What the onboarding is called: as its category, when there is but one. */
export const onboardingTitle = ([first, ...others]: readonly WatchedCategory[]): string =>
  first !== undefined && others.length === 0 ? first.name : m.screens_getStarted();

/** The playlists of a user. */
export const playlistsOf = ({
  onboarding_training: onboarding,
  training,
}: Categories): Playlist[] => [
  ...(onboarding.length > 0
    ? [{ title: onboardingTitle(onboarding), categories: onboarding }]
    : []),
  ...training.map((category) => ({ title: category.name, categories: [category] })),
];

type Watched = Pick<Material, 'id' | 'videoStatus'>;

/**
 * Whether a video was seen to its end. `ended` holds those that ended just now, whether that was
 * recorded or not.
 */
const isFinished = ({ id, videoStatus }: Watched, ended: ReadonlySet<number>): boolean =>
  videoStatus === 'ended' || ended.has(id);

/**
 * The unfinished video after this one, else the first unfinished of those before it; undefined when
 * all are finished.
 */
export function nextUnfinished<Video extends Watched>(
  videos: readonly Video[],
  current: number,
  ended: ReadonlySet<number>,
): Video | undefined {
  const place = videos.findIndex(({ id }) => id === current) + 1;
  return [...videos.slice(place), ...videos.slice(0, place)].find(
    (video) => video.id !== current && !isFinished(video, ended),
  );
}
