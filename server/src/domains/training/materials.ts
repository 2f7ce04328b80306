import { trainingMessages } from '@lintel/contract/training/constants';
import { auditor, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { brokenForeignKey } from '../../platform/db/failures.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { staleVersion, changesBetween, reordered } from './editing.ts';
import {
  findMaterial,
  insertMaterial,
  lockMaterial,
  lockMaterialSequence,
  placeMaterials,
  removeMaterial,
  selectMaterialPlaces,
  updateMaterial,
  type MaterialRow,
} from './material-repository.ts';
import {
  readyMaterial,
  materialValues,
  type MaterialRequest,
  type ReadyMaterial,
} from './ready-material.ts';

const audit = auditor('training-material', { contractorId: null });

/** Creates a material and returns its id; without an order it comes last. Throws field errors. */
export async function createMaterial(
  context: Context,
  caller: Caller,
  request: MaterialRequest,
): Promise<number> {
  const ready = await readyMaterial(context, request, null);
  return inKnownCategory(context.db, async (tx) => {
    const values = await materialValues(tx, ready, null);
    const at = context.clock.now();
    const edited = { createdAt: at, updatedAt: at, updatedBy: caller.authenticated.id };
    const { id } = await insertMaterial(tx, { ...values, ...edited });
    await audit(tx, context, caller, 'created', {
      entityId: id,
      details: changesBetween({}, values),
    });
    return id;
  });
}

/**
 * Changes a material. Throws `not_found`, `conflict` when it changed after `version`, or field
 * errors.
 */
export async function changeMaterial(
  context: Context,
  caller: Caller,
  request: MaterialRequest & { id: number; version: number | undefined },
): Promise<void> {
  const { id, version } = request;
  const seen = await findMaterial(context.db, id);
  if (seen === undefined) throw new AppError('not_found');
  const ready = await readyMaterial(context, request, seen);
  await inKnownCategory(context.db, async (tx) => {
    const stored = await lockExisting(tx, id);
    const values = await materialValues(tx, ready, stored);
    const changes = changesBetween(stored, values);
    if (version !== undefined && version !== stored.version)
      throw await staleVersion(tx, stored.updatedBy, changeLabels(changes, ready));
    const saved = await updateMaterial(tx, id, {
      ...values,
      updatedAt: context.clock.now(),
      updatedBy: caller.authenticated.id,
    });
    await audit(tx, context, caller, 'updated', {
      entityId: id,
      details: { changes, version: saved.version },
    });
  });
}

/** Deletes a material and all progress in it; its files are swept later. Throws `not_found`. */
export const deleteMaterial = (context: Context, caller: Caller, id: number): Promise<void> =>
  context.db.transaction(async (tx) => {
    const { name, categoryId } = await lockExisting(tx, id);
    await removeMaterial(tx, id);
    await audit(tx, context, caller, 'deleted', { entityId: id, details: { name, categoryId } });
  });

/**
 * Reorders materials of a category; returns their positions. Throws `conflict` for a material of
 * another category.
 */
export const reorderMaterials = (
  context: Context,
  caller: Caller,
  categoryId: number,
  ids: readonly number[],
) =>
  context.db.transaction(async (tx) => {
    const list = await lockMaterialSequence(tx, categoryId);
    const places = reordered(list, ids);
    const [userId, at] = [caller.authenticated.id, context.clock.now()];
    await placeMaterials(tx, places, { userId, at });
    await audit(tx, context, caller, 'reordered', {
      entityId: categoryId,
      details: { categoryId, places },
    });
    return selectMaterialPlaces(
      tx,
      list.map((row) => row.id),
    );
  });

const labels: Record<string, string> = {
  categoryId: 'Category',
  name: 'Title',
  content: 'Content',
  position: 'Order',
  videoType: 'Video type',
  youtubeId: 'Video',
  videoUrl: 'Video',
  videoKey: 'Video',
  imageKey: 'Image',
  trackKey: 'Captions',
  minutes: 'Duration',
};

/** The names of the changed fields, without new uploads, whose keys always differ. */
function changeLabels(changes: object, { imageKey, trackKey }: ReadyMaterial): string[] {
  const telling = Object.keys(changes).filter(
    (field) =>
      !(field === 'imageKey' && imageKey !== null) && !(field === 'trackKey' && trackKey !== null),
  );
  return [...new Set(telling.map((field) => labels[field] ?? field))];
}

async function lockExisting(tx: Database, id: number): Promise<MaterialRow> {
  const stored = await lockMaterial(tx, id);
  if (stored === undefined) throw new AppError('not_found');
  return stored;
}

/** Runs a transaction, and maps a category deleted in parallel to a field error. */
async function inKnownCategory<Result>(
  db: Database,
  save: (tx: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(save);
  } catch (error) {
    if (brokenForeignKey(error)?.includes('category'))
      throw invalidField('categoryId', trainingMessages.unknownCategory);
    throw error;
  }
}
