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
import { unexpectedError, tellFailure } from '../../../lib/unexpected.ts';
import type { GridView } from '../../../ui/grid-view.ts';
import type { CategoryValues, MaterialValues } from './values.ts';

/** What every answer about training materials begins with in the store of answers. */
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

/** The categories that show first. */
export const firstCategories: CategoryView = {
  type: 'onboarding_training',
  page: 1,
  limit: defaultMaterialPageSize,
  order: '+order',
};

/** A page of the categories of one type. */
export const categoriesQuery = (view: CategoryView) =>
  queryOptions({
    queryKey: [...trainingKey, 'categories', view],
    queryFn: ({ signal }) => getCategories({ query: view }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Every category: by type, then in its order. */
export const allCategoriesQuery = queryOptions({
  queryKey: [...trainingKey, 'categories', 'all'],
  queryFn: ({ signal }) =>
    getCategories({ query: { limit: allMaterials } }, { signal }).then(({ data }) => data),
});

/** A category as it is stored now; undefined when it is gone. */
export const findCategory = async (id: number): Promise<Category | undefined> =>
  (await getCategories({ query: { limit: allMaterials } })).data.find(
    (category) => category.id === id,
  );

/** Changes the category that was seen, or makes one. */
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
  /** Null is all of them. */
  categoryId: number | null;
  searchText: string;
}

const filtersOf = ({
  categoryId,
  searchText,
}: Pick<MaterialView, 'categoryId' | 'searchText'>) => ({
  searchText,
  ...(categoryId !== null && { categoryId }),
});

/** The materials that show first. */
export const firstMaterials: MaterialView = {
  categoryId: null,
  searchText: '',
  page: 1,
  limit: defaultMaterialPageSize,
  order: '+order',
};

/** A page of the materials. */
export const materialsQuery = ({ page, limit, order, ...filters }: MaterialView) =>
  queryOptions({
    queryKey: [...trainingKey, 'materials', { page, limit, order, ...filters }],
    queryFn: ({ signal }) =>
      getMaterials({ query: { page, limit, order, filters: filtersOf(filters) } }, { signal }),
    placeholderData: keepPreviousData,
  });

const perPage = 100;

/** Every material, or those of one category, in their order. */
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

/** A material as it is stored now, in whatever category; undefined when it is gone. */
export const findMaterial = async (id: number): Promise<StaffMaterial | undefined> =>
  (await readAll({})).find((material) => material.id === id);

/** Changes the material that was seen, or makes one. */
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

/** Asks for the categories, which are put in order. Never throws. */
export const prefetchOrder = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery(allCategoriesQuery);

/** Asks for what both lists show first. Never throws. */
export const prefetchLists = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(allCategoriesQuery),
    client.prefetchQuery(categoriesQuery(firstCategories)),
    client.prefetchQuery(materialsQuery(firstMaterials)),
  ]);

export const seeingMaterials = staffWith(['manage-settings', 'access']);
const changing = anyOfStrictOrPreProd(['manage-settings', 'modify']);

/**
 * Whether categories and materials may be changed. While switched it takes the user's privilege
 * too, or pre-production access.
 */
export const mayChangeMaterials = (session: Session): boolean => may(session, changing);

/**
 * Tells why a form was not saved, and throws what its fields are to show. A category that is
 * refused is nothing that the form's fields could mend, so it is told in general words.
 */
export function tellAndThrow(error: unknown): never {
  if (!(error instanceof ApiError) || error.fields['categoryId'] === undefined) {
    tellFailure(error);
    throw error;
  }
  showToast(unexpectedError(), 'danger');
  const { categoryId: _told, ...others } = error.fields;
  throw new ApiError(error.status, error.code, error.message, others);
}
