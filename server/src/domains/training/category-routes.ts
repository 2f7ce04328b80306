import * as contract from '@lintel/contract/training/manage';
import type { Database } from '../../platform/db/connect.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { changeCategory, createCategory, deleteCategory, reorderCategories } from './categories.ts';
import { countMaterials, selectCategories, type CategoryRow } from './category-repository.ts';
import type { MaterialDeps } from './deps.ts';
import { presentCategory, fromOffset } from './present.ts';

const shown = async (db: Database, row: CategoryRow) =>
  presentCategory(row, await countMaterials(db, row.id));

/** What staff do with the categories. */
export const categoryRoutes = (deps: MaterialDeps): Route[] => [
  handle(contract.listCategories, async ({ query: { type, ...query } }) => {
    const { data, total } = await selectCategories(deps.db, type, fromOffset(query));
    return { data: data.map((row) => presentCategory(row.category, row.total)), total };
  }),
  handle(contract.createCategory, async ({ body, caller }) => ({
    message: 'The category is added.',
    category: presentCategory(await createCategory(deps, caller, body), 0),
  })),
  handle(contract.updateCategory, async ({ params, body, caller }) => ({
    message: 'The category is saved.',
    category: await shown(deps.db, await changeCategory(deps, caller, params.id, body)),
  })),
  handle(contract.deleteCategory, async ({ params, caller }) => {
    await deleteCategory(deps, caller, params.id);
    return { message: 'The category is deleted.' };
  }),
  handle(contract.orderCategories, async ({ body, caller }) => ({
    message: 'The order is saved.',
    data: await reorderCategories(deps, caller, body.type, body.ids),
  })),
];
