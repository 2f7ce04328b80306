import type { Answered, Received } from '@lintel/contract/core/endpoint';
import type { findCategoryByUrl, readCategories, readMaterials } from '@lintel/contract/training';
import { allMaterials } from '@lintel/contract/training-constants';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { comesWhole, presentMaterial, presentWatchedCategory } from './present.ts';
import { selectWatchedCategories, selectWatchedMaterials } from './progress-repository.ts';

/** The categories by type, with what is new to the user. */
export async function watchedCategories(
  db: Database,
  userId: number,
): Promise<Answered<typeof readCategories>> {
  const all = (await selectWatchedCategories(db, userId)).map(presentWatchedCategory);
  const of = (type: (typeof all)[number]['type']) =>
    all.filter((category) => category.type === type);
  return {
    onboarding_training: of('onboarding_training'),
    training: of('training'),
    faqs: of('faqs'),
  };
}

/**
 * The category whose id ends an address: its words may be of an earlier name. Throws `not_found`.
 */
export async function categoryAt(
  db: Database,
  userId: number,
  url: string,
): Promise<Answered<typeof findCategoryByUrl>> {
  const [id] = /\d{1,9}$/.exec(url) ?? [];
  const [row] = id === undefined ? [] : await selectWatchedCategories(db, userId, Number(id));
  if (row === undefined) throw new AppError('not_found');
  const category = presentWatchedCategory(row);
  return { categoryUrl: category.categoryUrl, category };
}

/**
 * A page of a category's materials. Throws `not_found`, and `bad_request` for more at once than the
 * category gives.
 */
export async function watchedMaterials(
  db: Database,
  userId: number,
  {
    catId,
    page,
    limit,
  }: Received<typeof readMaterials, 'params'> &
    Omit<Received<typeof readMaterials, 'query'>, 'userId'>,
): Promise<Answered<typeof readMaterials>> {
  const [row] = await selectWatchedCategories(db, userId, catId);
  if (row === undefined) throw new AppError('not_found');
  if (limit === allMaterials && !comesWhole(row.category.type))
    throw new AppError('bad_request', {
      message: `limit: Use ${allMaterials} only for FAQs and onboarding.`,
    });
  const data = await selectWatchedMaterials(db, {
    userId,
    categoryId: catId,
    limit,
    offset: (page - 1) * limit,
  });
  return { data: data.map(presentMaterial), total: row.total };
}
