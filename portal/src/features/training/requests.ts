import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { Session } from '@lintel/contract/identity/sessions';
import type {
  Material,
  readCategories,
  readMaterials,
  WatchedCategory,
} from '@lintel/contract/training/library';
import { allMaterials, shownVideos } from '@lintel/contract/training/constants';
import { call } from '../../lib/api/call.ts';

const getCategories = call<typeof readCategories>(
  { method: 'GET', path: '/materials-category' },
  { timeout: 0 },
);

export type Categories = Answer<typeof readCategories>;

/** The categories by type, with what is new to this user. No timeout. */
export const categoriesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['training', userId, 'categories'],
    queryFn: ({ signal }) => getCategories({ query: { userId } }, { signal }),
  });

const getMaterials = call<typeof readMaterials>({ method: 'GET', path: '/materials/{id}' });

/** The maximum page size of a category's videos. */
const largestPage = 100;

/** Query key prefix of this user's materials. */
const materialsKey = (userId: number) => ['training', userId, 'materials'] as const;

type Category = Pick<WatchedCategory, 'id' | 'type' | 'total'>;

/** The first videos of a category. */
export const firstVideosQuery = (userId: number, { id }: Category) =>
  queryOptions({
    queryKey: [...materialsKey(userId), id, 'first'],
    queryFn: async ({ signal }): Promise<Material[]> => {
      const answer = await getMaterials(
        { params: { id }, query: { userId, page: 1, limit: shownVideos } },
        { signal },
      );
      return answer.data;
    },
  });

/** All materials of a category, in order. */
export const fullCategoryQuery = (userId: number, { id, type, total }: Category) =>
  queryOptions({
    queryKey: [...materialsKey(userId), id, 'all'],
    queryFn: async ({ signal }): Promise<Material[]> => {
      const limit = type === 'training' ? largestPage : allMaterials;
      const pages = Array.from(
        { length: Math.max(1, Math.ceil(total / limit)) },
        (_none, index) => index + 1,
      );
      const answers = await Promise.all(
        pages.map((page) =>
          getMaterials({ params: { id }, query: { userId, page, limit } }, { signal }),
        ),
      );
      return answers.flatMap(({ data }) => data);
    },
  });

/** Caches the videos that came with the categories, which saves a request per category. */
export function cacheFirstVideos(
  client: QueryClient,
  userId: number,
  { onboarding_training: onboarding, training }: Categories,
): void {
  for (const category of [...onboarding, ...training]) {
    const { type, total, limit, videos = [] } = category;
    const query = type === 'training' ? firstVideosQuery : fullCategoryQuery;
    if (videos.length >= (type === 'training' ? Math.min(total, limit) : total))
      client.setQueryData(query(userId, category).queryKey, videos);
  }
}

/**
 * The address of a stored file. Images and players send no headers, so while switched the address
 * includes the user.
 */
export const fileAddress = (address: string, { switched, user }: Session): string =>
  switched && address.startsWith('/') ? `${address}?userId=${user.id}` : address;

type Progress = Partial<
  Pick<Material, 'videoStatus' | 'currentVideoTime' | 'isNewVideo' | 'watchedPercent'>
>;

/** Updates the user's progress in the cached lists. A finished video stays finished. */
export function cacheProgress(
  client: QueryClient,
  userId: number,
  id: number,
  progress: Progress,
): void {
  const changed = (video: Material): Material => ({
    ...video,
    ...progress,
    ...(video.videoStatus === 'ended' && { videoStatus: 'ended' }),
    watchedPercent: Math.max(video.watchedPercent, progress.watchedPercent ?? 0),
  });
  client.setQueriesData<Material[]>({ queryKey: materialsKey(userId) }, (videos) =>
    videos?.map((video) => (video.id === id ? changed(video) : video)),
  );
}

/** The cached video with this id. */
export function cachedVideo(client: QueryClient, userId: number, id: number): Material | undefined {
  const lists = client.getQueriesData<Material[]>({ queryKey: materialsKey(userId) });
  return lists.flatMap(([, videos]) => videos ?? []).find((video) => video.id === id);
}
