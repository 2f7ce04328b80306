import type { RequestPart } from '@lintel/contract/core/endpoint';
import type { updateCategory as updating } from '@lintel/contract/training/manage';
import { trainingMessages, type CategoryType } from '@lintel/contract/training/constants';
import type { CategoryForm } from '@lintel/contract/training/rules';
import { auditor, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import {
  countMaterials,
  insertCategory,
  lastCategoryPlace,
  lockCategory,
  lockSequence,
  placeCategories,
  removeCategory,
  selectPlaces,
  updateCategory,
  type CategoryRow,
} from './category-repository.ts';
import { staleVersion, changesBetween, reordered, placeAfter } from './editing.ts';

const audit = auditor('training-category', { contractorId: null });

/** Creates a category; without an order it comes last. */
export const createCategory = (
  context: Context,
  caller: Caller,
  form: CategoryForm,
): Promise<CategoryRow> =>
  context.db.transaction(async (tx) => {
    const { name, description, type } = form;
    const position = form.order ?? placeAfter(await lastCategoryPlace(tx, type));
    const at = context.clock.now();
    const edited = { createdAt: at, updatedAt: at, updatedBy: caller.authenticated.id };
    const made = await insertCategory(tx, { name, description, type, position, ...edited });
    await audit(tx, context, caller, 'created', {
      entityId: made.id,
      details: { name, description, type, position },
    });
    return made;
  });

/**
 * Changes a category. Throws `not_found`, `conflict` for a stale version, or a field error for
 * another type.
 */
export const changeCategory = (
  context: Context,
  caller: Caller,
  id: number,
  form: RequestPart<typeof updating, 'body'>,
): Promise<CategoryRow> =>
  context.db.transaction(async (tx) => {
    const stored = await lockExisting(tx, id);
    const { name, description, type = stored.type, version, order } = form;
    if (type !== stored.type) throw invalidField('type', trainingMessages.fixedType);
    const values = { name, description, position: order ?? stored.position };
    const changes = changesBetween(stored, values);
    if (version !== undefined && version !== stored.version)
      throw await staleVersion(tx, stored.updatedBy, Object.keys(changes).map(fieldLabel));
    const saved = await updateCategory(tx, id, {
      ...values,
      updatedAt: context.clock.now(),
      updatedBy: caller.authenticated.id,
    });
    await audit(tx, context, caller, 'updated', {
      entityId: id,
      details: { changes, version: saved.version },
    });
    return saved;
  });

/** Deletes an empty category. Throws `not_found` or `in_use`. */
export const deleteCategory = (context: Context, caller: Caller, id: number): Promise<void> =>
  context.db.transaction(async (tx) => {
    const { name, type } = await lockExisting(tx, id);
    const held = await countMaterials(tx, id);
    if (held > 0) throw new AppError('in_use', { message: inUse(held) });
    await removeCategory(tx, id);
    await audit(tx, context, caller, 'deleted', { entityId: id, details: { name, type } });
  });

/**
 * Reorders categories of a type; returns their positions. Throws `conflict` for a category of
 * another type.
 */
export const reorderCategories = (
  context: Context,
  caller: Caller,
  type: CategoryType,
  ids: readonly number[],
) =>
  context.db.transaction(async (tx) => {
    const list = await lockSequence(tx, type);
    const places = reordered(list, ids);
    const [userId, at] = [caller.authenticated.id, context.clock.now()];
    await placeCategories(tx, places, { userId, at });
    await audit(tx, context, caller, 'reordered', { entityId: type, details: { places } });
    return selectPlaces(
      tx,
      list.map((row) => row.id),
    );
  });

const inUse = (held: number): string =>
  `This category holds ${held === 1 ? 'a material' : `${held} materials`}. Move or delete ${held === 1 ? 'it' : 'them'} first.`;

const fieldLabel = (field: string): string =>
  ({ name: 'Name', description: 'Description', position: 'Order' })[field] ?? field;

async function lockExisting(tx: Database, id: number): Promise<CategoryRow> {
  const stored = await lockCategory(tx, id);
  if (stored === undefined) throw new AppError('not_found');
  return stored;
}
