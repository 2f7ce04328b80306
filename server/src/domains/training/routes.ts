import { trainingMessages } from '@lintel/contract/training/constants';
import * as library from '@lintel/contract/training/library';
import * as manage from '@lintel/contract/training/manage';
import * as report from '@lintel/contract/training/report';
import { handle, type RequestFacts, type Route } from '../../platform/http/route.ts';
import type { Context } from '../../platform/context.ts';
import { categoryAt, recordProgress, watchedCategories, watchedMaterials } from './progress.ts';
import { askQuestion } from './questions.ts';
import { AppError } from '../../platform/errors.ts';
import { fileAnswer } from '../../platform/files/answer.ts';
import { findFile, findShownMaterial, selectMaterials } from './material-repository.ts';
import {
  materialFileKey,
  videoFileKey,
  mostVideoBytes,
  storeVideo,
  videoAddress,
} from './media.ts';
import type { Database } from '../../platform/db/connect.ts';
import { changeCategory, createCategory, deleteCategory, reorderCategories } from './categories.ts';
import { countMaterials, selectCategories, type CategoryRow } from './category-repository.ts';
import {
  fromOffset,
  presentCategory,
  presentStaffMaterial,
  presentView,
  presentWatched,
} from './present.ts';
import { changeMaterial, createMaterial, deleteMaterial, reorderMaterials } from './materials.ts';
import { selectViews, selectWatched } from './report-repository.ts';

/** Training and FAQs: what contractors see and what staff edit. */
export const trainingRoutes = (context: Context): Route[] => [
  ...watchingRoutes(context),
  ...fileRoutes(context),
  ...categoryRoutes(context),
  ...materialRoutes(context),
  ...reportRoutes(context.db),
];

const watchingRoutes = (context: Context): Route[] => [
  handle(library.readCategories, ({ owned }) => watchedCategories(context.db, owned.user.id)),
  handle(library.findCategoryByUrl, ({ query, owned }) =>
    categoryAt(context.db, owned.user.id, query.categoryUrl),
  ),
  handle(library.readMaterials, ({ params, query: { userId: _userId, ...paging }, owned }) =>
    watchedMaterials(context.db, owned.user.id, { ...params, ...paging }),
  ),
  handle(library.askQuestion, async ({ body, caller, request }) => {
    await askQuestion(context, caller, body, request.idempotencyKey);
    return { message: trainingMessages.questionSent };
  }),
  handle(library.setVideoStat, ({ body, caller }) => recordProgress(context, caller, body)),
];

/** The files of materials, for everyone with training access. */
function fileRoutes(context: Context): Route[] {
  const answer = async (key: string, request: RequestFacts) => {
    const file = await findFile(context.db, key);
    if (file === undefined) throw new AppError('not_found');
    return fileAnswer(context.files, file, request);
  };
  return [
    handle(library.readVideo, ({ params, request }) => answer(videoFileKey(params.key), request)),
    handle(library.readImage, ({ params, request }) =>
      answer(materialFileKey(params.key), request),
    ),
    handle(library.readTrack, ({ params, request }) =>
      answer(materialFileKey(params.key), request),
    ),
  ];
}

const shown = async (db: Database, row: CategoryRow) =>
  presentCategory(row, await countMaterials(db, row.id));

const categoryRoutes = (context: Context): Route[] => [
  handle(manage.listCategories, async ({ query: { type, ...query } }) => {
    const { data, total } = await selectCategories(context.db, type, fromOffset(query));
    return { data: data.map((row) => presentCategory(row.category, row.total)), total };
  }),
  handle(manage.createCategory, async ({ body, caller }) => ({
    message: 'Category added.',
    category: presentCategory(await createCategory(context, caller, body), 0),
  })),
  handle(manage.updateCategory, async ({ params, body, caller }) => ({
    message: 'Category saved.',
    category: await shown(context.db, await changeCategory(context, caller, params.id, body)),
  })),
  handle(manage.deleteCategory, async ({ params, caller }) => {
    await deleteCategory(context, caller, params.id);
    return { message: 'Category deleted.' };
  }),
  handle(manage.orderCategories, async ({ body, caller }) => ({
    message: 'Order saved.',
    data: await reorderCategories(context, caller, body.type, body.ids),
  })),
];

const materialRoutes = (context: Context): Route[] => [
  handle(manage.listMaterials, async ({ query: { filters, ...query } }) => {
    const { data, total } = await selectMaterials(context.db, {
      ...filters,
      ...fromOffset(query),
      categoryId: filters.categoryId,
    });
    return { data: data.map(presentStaffMaterial), total };
  }),
  handle(manage.createMaterial, async ({ body: form, files, caller }) => {
    const id = await createMaterial(context, caller, {
      form,
      image: files.videoImg,
      track: files.videoTrack,
    });
    return { message: 'Material added.', material: await oneMaterial(context.db, id) };
  }),
  handle(manage.updateMaterial, async ({ params: { id }, body, files, caller }) => {
    const { version, ...form } = body;
    await changeMaterial(context, caller, {
      id,
      version,
      form,
      image: files.videoImg,
      track: files.videoTrack,
    });
    return { message: 'Material saved.', material: await oneMaterial(context.db, id) };
  }),
  handle(manage.deleteMaterial, async ({ params, caller }) => {
    await deleteMaterial(context, caller, params.id);
    return { message: 'Material deleted.' };
  }),
  handle(manage.orderMaterials, async ({ body, caller }) => ({
    message: 'Order saved.',
    data: await reorderMaterials(context, caller, body.categoryId, body.ids),
  })),
  handle(manage.uploadVideo, async ({ upload }) => {
    const { key, name, bytes } = await storeVideo(context, await upload(mostVideoBytes(context)));
    return {
      message: 'Video uploaded.',
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

const reportRoutes = (db: Database): Route[] => [
  handle(report.reportMaterials, async ({ query: { filters, ...query } }) => {
    const { data, total } = await selectWatched(db, {
      ...fromOffset(query),
      ...filters,
      categoryId: filters.categoryId,
    });
    return { data: data.map(presentWatched), total };
  }),
  handle(report.reportViews, async ({ query: { filters, ...query } }) => {
    const { data, total } = await selectViews(db, {
      ...fromOffset(query),
      ...filters,
      materialId: filters.materialId,
    });
    return { data: data.map(presentView), total };
  }),
];
