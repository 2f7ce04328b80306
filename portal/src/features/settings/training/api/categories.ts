import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  Category,
  createCategory,
  deleteCategory as remove,
  listCategories,
  orderCategories as reorder,
  updateCategory,
} from '@lintel/contract/training-manage';
import { allMaterials, type CategoryType } from '@lintel/contract/training-constants';
import { call } from '../../../../lib/api/call.ts';
import type { GridView } from '../../../../ui/grid-view.ts';
import type { CategoryValues } from '../category-values.ts';
import { trainingKey } from './keys.ts';

const handles = { handles: [500] };
const getCategories = call<typeof listCategories>({ method: 'GET', path: '/materials/categories' });
const create = call<typeof createCategory>(
  { method: 'POST', path: '/materials/category', encoding: 'form' },
  handles,
);
const update = call<typeof updateCategory>(
  { method: 'POST', path: '/materials/category/{id}', encoding: 'form' },
  handles,
);

export type CategoryView = GridView & { type: CategoryType };

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
    ? create({ body: { name, description, order, type } })
    : update({
        params: { id: seen.id },
        body: { name, description, order, version: seen.version },
      });

export const deleteCategory = call<typeof remove>(
  { method: 'DELETE', path: '/materials/category/{id}' },
  handles,
);
export const orderCategories = call<typeof reorder>(
  { method: 'POST', path: '/materials/category/order', encoding: 'json' },
  handles,
);
