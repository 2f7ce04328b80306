import * as contract from '@lintel/contract/training/manage';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { TrainingDeps } from './deps.ts';
import { presentStaffMaterial, fromOffset } from './present.ts';
import { findShownMaterial, selectMaterials } from './material-repository.ts';
import { changeMaterial, createMaterial, deleteMaterial, reorderMaterials } from './materials.ts';
import { storeVideo, videoAddress } from './media.ts';

/** What staff do with the materials. */
export const materialRoutes = (deps: TrainingDeps): Route[] => [
  handle(contract.listMaterials, async ({ query: { filters, ...query } }) => {
    const { data, total } = await selectMaterials(deps.db, {
      ...filters,
      ...fromOffset(query),
      categoryId: filters.categoryId,
    });
    return { data: data.map(presentStaffMaterial), total };
  }),
  handle(contract.createMaterial, async ({ body: form, files, caller }) => {
    const id = await createMaterial(deps, caller, {
      form,
      image: files.videoImg,
      track: files.videoTrack,
    });
    return { message: 'The material is added.', material: await oneMaterial(deps.db, id) };
  }),
  handle(contract.updateMaterial, async ({ params: { id }, body, files, caller }) => {
    const { version, ...form } = body;
    await changeMaterial(deps, caller, {
      id,
      version,
      form,
      image: files.videoImg,
      track: files.videoTrack,
    });
    return { message: 'The material is saved.', material: await oneMaterial(deps.db, id) };
  }),
  handle(contract.deleteMaterial, async ({ params, caller }) => {
    await deleteMaterial(deps, caller, params.id);
    return { message: 'The material is deleted.' };
  }),
  handle(contract.orderMaterials, async ({ body, caller }) => ({
    message: 'The order is saved.',
    data: await reorderMaterials(deps, caller, body.categoryId, body.ids),
  })),
  handle(contract.uploadVideo, async ({ upload }) => {
    const { key, name, bytes } = await storeVideo(deps, await upload(deps.maxVideoBytes));
    return {
      message: 'The video is uploaded.',
      videoSrc: videoAddress(key),
      fileName: name,
      bytes,
    };
  }),
];

async function oneMaterial(db: Database, id: number) {
  const row = await findShownMaterial(db, id);
  if (row === undefined) throw new AppError('not_found');
  return presentStaffMaterial(row);
}
