import { allMaterials, isTextType, shownVideos } from '@lintel/contract/training/constants';
import type { Category, StaffMaterial } from '@lintel/contract/training/manage';
import type { View, WatchedMaterial } from '@lintel/contract/training/report';
import type { Material, WatchedCategory } from '@lintel/contract/training/library';
import type { CategoryRow } from './category-repository.ts';
import type { MaterialRow, VisibleMaterial } from './material-repository.ts';
import { imageAddress, trackAddress, videoAddress } from './media.ts';
import type { selectWatchedCategories, selectWatchedMaterials } from './progress-repository.ts';
import type { selectViews, selectWatched } from './report-repository.ts';

type Rows<Select extends (...given: never[]) => unknown> = Awaited<ReturnType<Select>>;

/**
 * The last segment of a category's URL: readable words of its name, and its id, which is what
 * counts.
 */
const categoryUrl = ({ id, name }: CategoryRow): string => {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return words === '' ? String(id) : `${words}-${id}`;
};

export const presentWatchedCategory = ({
  category,
  total,
  countNewVideos,
}: Rows<typeof selectWatchedCategories>[number]): WatchedCategory => ({
  id: category.id,
  name: category.name,
  description: category.description,
  type: category.type,
  order: category.position,
  total,
  countNewVideos,
  limit: category.type === 'training' ? shownVideos : allMaterials,
  categoryUrl: categoryUrl(category),
});

const presentBasics = (row: MaterialRow, seconds: number | null) => ({
  id: row.id,
  name: row.name,
  content: row.content,
  categoryId: row.categoryId,
  order: row.position,
  date: row.createdAt.toISOString(),
  videoType: row.videoType,
  videoSrc: row.videoKey === null ? row.videoUrl : videoAddress(row.videoKey),
  videoId: row.youtubeId,
  videoImg: imageAddress(row.imageKey),
  videoDuration: row.minutes,
  videoSeconds: seconds,
  videoTrack: trackAddress(row.trackKey),
  lastEditDate: row.updatedAt.toISOString(),
});

export const presentMaterial = ({
  material,
  seconds,
  progress,
}: Rows<typeof selectWatchedMaterials>[number]): Material => ({
  ...presentBasics(material, seconds),
  videoStatus: progress?.status ?? null,
  currentVideoTime: progress?.time ?? 0,
  isNewVideo: material.videoType !== null && progress === null,
  watchedPercent: progress?.percent ?? 0,
});

export const presentStaffMaterial = (row: VisibleMaterial): StaffMaterial => ({
  ...presentBasics(row.material, row.videoSeconds),
  category: row.category,
  version: row.material.version,
  videoFileName: row.videoFileName ?? '',
  trackFileName: row.trackFileName ?? '',
});

export const presentCategory = (row: CategoryRow, total: number): Category => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  order: row.position,
  version: row.version,
  total,
});

export const presentWatched = (
  row: Rows<typeof selectWatched>['data'][number],
): WatchedMaterial => ({
  ...row,
  lastWatched: row.lastWatched === null ? null : new Date(row.lastWatched).toISOString(),
});

export const presentView = ({
  progress,
  ...rest
}: Rows<typeof selectViews>['data'][number]): View => ({
  ...rest,
  status: progress.status,
  percent: progress.percent,
  watchedSeconds: progress.watchedSeconds,
  currentVideoTime: progress.time,
  startedAt: progress.startedAt.toISOString(),
  endedAt: progress.endedAt?.toISOString() ?? null,
  lastWatched: progress.lastAt.toISOString(),
});

/** Whether one page may hold all materials of such a category. */
export const comesWhole = (type: CategoryRow['type']): boolean =>
  isTextType(type) || type === 'onboarding_training';

/** The same query with an offset instead of a page. */
export const fromOffset = <Query extends { page: number; limit: number }>({
  page,
  ...query
}: Query) => ({
  ...query,
  offset: (page - 1) * query.limit,
});
