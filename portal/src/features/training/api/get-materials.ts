import { queryOptions } from '@tanstack/react-query';
import type { Material, readMaterials, WatchedCategory } from '@lintel/contract/training';
import { allMaterials, shownVideos } from '@lintel/contract/training-constants';
import { call } from '../../../lib/api/call.ts';

const getMaterials = call<typeof readMaterials>({ method: 'GET', path: '/materials/{catId}' });

/** The largest page of a category of training videos. */
const largestPage = 100;

/** Where the lists of this user's materials are kept. */
export const materialsKey = (userId: number) => ['training', userId, 'materials'] as const;

type Category = Pick<WatchedCategory, 'id' | 'type' | 'total'>;

/** The videos of a category that show at first. */
export const firstVideosQuery = (userId: number, { id }: Category) =>
  queryOptions({
    queryKey: [...materialsKey(userId), id, 'first'],
    queryFn: async ({ signal }): Promise<Material[]> => {
      const answer = await getMaterials(
        { params: { catId: id }, query: { userId, page: 1, limit: shownVideos } },
        { signal },
      );
      return answer.data;
    },
  });

/** All the materials of a category, in their order. */
export const wholeCategoryQuery = (userId: number, { id, type, total }: Category) =>
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
          getMaterials({ params: { catId: id }, query: { userId, page, limit } }, { signal }),
        ),
      );
      return answers.flatMap(({ data }) => data);
    },
  });
