import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { anyOfStrictOrPreProd, staffWith } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity/sessions';
import {
  allMaterials,
  defaultMaterialPageSize,
  type CategoryType,
} from '@lintel/contract/training/constants';
import type {
  Category,
  createCategory,
  createMaterial,
  deleteCategory as removeCategory,
  deleteMaterial as removeMaterial,
  listCategories,
  listMaterials,
  orderCategories as reorderCategories,
  orderMaterials as reorderMaterials,
  StaffMaterial,
  updateCategory,
  updateMaterial,
} from '@lintel/contract/training/manage';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { may } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toast.ts';
import { unexpectedError, notifyFailure } from '../../../lib/failure.ts';
import type { GridView } from '../../../ui/grid-view.ts';
import type { CategoryValues, MaterialValues } from './values.ts';

/** Query key prefix of all training data. */
export const trainingKey = ['training'] as const;

const handles = { handles: [500] };
const getCategories = call<typeof listCategories>({ method: 'GET', path: '/materials/categories' });
const postCategory = call<typeof createCategory>(
  { method: 'POST', path: '/materials/category', encoding: 'form' },
  handles,
);
const putCategory = call<typeof updateCategory>(
  { method: 'POST', path: '/materials/category/{id}', encoding: 'form' },
  handles,
);

export type CategoryView = GridView & { type: CategoryType };

/** The default view of the categories. */
export const firstCategories: CategoryView = {
  type: 'onboarding_training',
  page: 1,
  limit: defaultMaterialPageSize,
  order: '+order',
};

/** One page of the categories of a type. */
export const categoriesQuery = (view: CategoryView) =>
  queryOptions({
    queryKey: [...trainingKey, 'categories', view],
    queryFn: ({ signal }) => getCategories({ query: view }, { signal }),
    placeholderData: keepPreviousData,
  });

/** All categories, ordered by type and position. */
export const allCategoriesQuery = queryOptions({
  queryKey: [...trainingKey, 'categories', 'all'],
  queryFn: ({ signal }) =>
    getCategories({ query: { limit: allMaterials } }, { signal }).then(({ data }) => data),
});

/** The stored category; undefined if it has been deleted. */
export const findCategory = async (id: number): Promise<Category | undefined> =>
  (await getCategories({ query: { limit: allMaterials } })).data.find(
    (category) => category.id === id,
  );

/** Creates a category, or updates the version that was seen. */
export const saveCategory = (
  seen: { id: number; version: number } | null,
  { name, description, order, type }: CategoryValues,
) =>
  seen === null
    ? postCategory({ body: { name, description, order, type } })
    : putCategory({
        params: { id: seen.id },
        body: { name, description, order, version: seen.version },
      });

export const deleteCategory = call<typeof removeCategory>(
  { method: 'DELETE', path: '/materials/category/{id}' },
  handles,
);
export const orderCategories = call<typeof reorderCategories>(
  { method: 'POST', path: '/materials/category/order', encoding: 'json' },
  handles,
);

const getMaterials = call<typeof listMaterials>({ method: 'GET', path: '/materials' });
const postMaterial = call<typeof createMaterial>(
  { method: 'POST', path: '/materials', encoding: 'multipart' },
  handles,
);
const putMaterial = call<typeof updateMaterial>(
  { method: 'POST', path: '/materials/{id}', encoding: 'multipart' },
  handles,
);

export interface MaterialView extends GridView {
  /** Null means all categories. */
  categoryId: number | null;
  searchText: string;
}

const toFilters = ({
  categoryId,
  searchText,
}: Pick<MaterialView, 'categoryId' | 'searchText'>) => ({
  searchText,
  ...(categoryId !== null && { categoryId }),
});

/** The default view of the materials. */
export const firstMaterials: MaterialView = {
  categoryId: null,
  searchText: '',
  page: 1,
  limit: defaultMaterialPageSize,
  order: '+order',
};

export const materialsQuery = ({ page, limit, order, ...filters }: MaterialView) =>
  queryOptions({
    queryKey: [...trainingKey, 'materials', { page, limit, order, ...filters }],
    queryFn: ({ signal }) =>
      getMaterials({ query: { page, limit, order, filters: toFilters(filters) } }, { signal }),
    placeholderData: keepPreviousData,
  });

const perPage = 100;

/** All materials, or those of one category, in order. */
async function readAll(
  filters: { categoryId?: number },
  signal?: AbortSignal,
): Promise<StaffMaterial[]> {
  const all: StaffMaterial[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total } = await getMaterials(
      { query: { page, limit: perPage, filters } },
      { signal },
    );
    all.push(...data);
    if (data.length === 0 || page * perPage >= total) return all;
  }
}

export const categoryMaterialsQuery = (categoryId: number) =>
  queryOptions({
    queryKey: [...trainingKey, 'materials', 'of', categoryId],
    queryFn: ({ signal }) => readAll({ categoryId }, signal),
  });

/** The stored material, in any category; undefined if it has been deleted. */
export const findMaterial = async (id: number): Promise<StaffMaterial | undefined> =>
  (await readAll({})).find((material) => material.id === id);

/** Creates a material, or updates the version that was seen. */
export function saveMaterial(seen: { id: number; version: number } | null, values: MaterialValues) {
  const { videoImg, videoTrack, videoType, ...body } = values;
  const files = { videoImg, videoTrack };
  const sent = { ...body, ...(videoType !== '' && { videoType }) };
  return seen === null
    ? postMaterial({ body: sent, files })
    : putMaterial({ params: { id: seen.id }, body: { ...sent, version: seen.version }, files });
}

export const deleteMaterial = call<typeof removeMaterial>(
  { method: 'DELETE', path: '/materials/{id}' },
  handles,
);
export const orderMaterials = call<typeof reorderMaterials>(
  { method: 'POST', path: '/materials/order', encoding: 'json' },
  handles,
);

/** Prefetches the categories for ordering. Never throws. */
export const prefetchOrder = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery(allCategoriesQuery);

/** Prefetches the first page of both lists. Never throws. */
export const prefetchLists = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(allCategoriesQuery),
    client.prefetchQuery(categoriesQuery(firstCategories)),
    client.prefetchQuery(materialsQuery(firstMaterials)),
  ]);

export const seeingMaterials = staffWith(['manage-settings', 'access']);
const changing = anyOfStrictOrPreProd(['manage-settings', 'modify']);

/**
 * Whether the user may change categories and materials. While switched, the other user also needs
 * the privilege, unless the staff account has pre-production access.
 */
export const mayChangeMaterials = (session: Session): boolean => may(session, changing);

/**
 * Reports why saving failed, and rethrows field errors. No field can fix a rejected category, so it
 * gets a general message.
 */
export function notifyAndThrow(error: unknown): never {
  if (!(error instanceof ApiError) || error.fields['categoryId'] === undefined) {
    notifyFailure(error);
    throw error;
  }
  showToast(unexpectedError(), 'danger');
  const { categoryId: _told, ...others } = error.fields;
  throw new ApiError(error.status, error.code, error.message, others);
}
