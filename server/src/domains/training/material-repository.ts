import { and, asc, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MaterialOrder } from '@lintel/contract/training/constants';
import type { Database } from '../../platform/db/connect.ts';
import { files } from '../../platform/tables.ts';
import { containing, folded } from '../../platform/db/folded.ts';
import type { FileKind } from '../../platform/files/sweep-jobs.ts';
import { storePlaces, type Place, type Editor } from './editing.ts';
import {
  trainingCategories as categories,
  trainingMaterials as materials,
  trainingMaterials,
} from './tables.ts';

type FileRow = Pick<typeof files.$inferSelect, 'key' | 'bytes' | 'contentType' | 'originalName'>;

const shown = {
  key: files.key,
  bytes: files.bytes,
  contentType: files.contentType,
  originalName: files.originalName,
};

export const insertFile = async (db: Database, file: typeof files.$inferInsert): Promise<void> =>
  void (await db.insert(files).values(file));

export async function findFile(db: Database, key: string): Promise<FileRow | undefined> {
  const [row] = await db.select(shown).from(files).where(eq(files.key, key));
  return row;
}

/** The same, locked until the transaction ends. */
export async function holdFile(tx: Database, key: string): Promise<FileRow | undefined> {
  const [row] = await tx.select(shown).from(files).where(eq(files.key, key)).for('key share');
  return row;
}

/** The videos, images, and captions of materials. */
export const materialFiles: FileKind = {
  owns: (key) => /^training\/[0-9a-f]{40}\.(?:mp4|jpg|vtt)$/.test(key),
  named: async (db, keys) => {
    const { videoKey, imageKey, trackKey } = trainingMaterials;
    const columns = [videoKey, imageKey, trackKey];
    const rows = await db
      .select({ videoKey, imageKey, trackKey })
      .from(trainingMaterials)
      .where(or(...columns.map((column) => inArray(column, [...keys]))));
    return rows.flatMap((row) => Object.values(row).flatMap((key) => key ?? []));
  },
  days: 1,
};

export type MaterialRow = typeof materials.$inferSelect;
export type MaterialValues = Omit<
  MaterialRow,
  'id' | 'version' | 'createdAt' | 'updatedAt' | 'updatedBy'
>;

export interface MaterialQuery {
  categoryId: number | undefined;
  searchText: string;
  limit: number;
  offset: number;
  order: { field: MaterialOrder; descending: boolean };
}

const inSequence = [
  sql`${categories.type}`,
  sql`${categories.position}`,
  sql`${categories.id}`,
  sql`${materials.position}`,
];

const sortings: Record<MaterialOrder, SQL[]> = {
  order: inSequence,
  name: [sql`lower(${materials.name})`],
  category: [sql`lower(${categories.name})`, sql`${materials.position}`],
  videoType: [sql`coalesce(${materials.videoType}::text, '')`],
  videoDuration: [sql`${materials.minutes}`],
  date: [sql`${materials.createdAt}`],
  lastEditDate: [sql`${materials.updatedAt}`],
};

const videos = alias(files, 'video_files');
const tracks = alias(files, 'track_files');

const selectShown = (db: Database) =>
  db
    .select({
      material: materials,
      category: { id: categories.id, name: categories.name, type: categories.type },
      videoFileName: videos.originalName,
      videoSeconds: videos.seconds,
      trackFileName: tracks.originalName,
    })
    .from(materials)
    .innerJoin(categories, eq(categories.id, materials.categoryId))
    .leftJoin(videos, eq(videos.key, materials.videoKey))
    .leftJoin(tracks, eq(tracks.key, materials.trackKey));

export type VisibleMaterial = Awaited<ReturnType<typeof selectShown>>[number];

/** A page of the materials of one category or all, searched by name and content. */
export async function selectMaterials(db: Database, query: MaterialQuery) {
  const { categoryId, searchText, order, limit, offset } = query;
  const pattern = containing(searchText);
  const where = and(
    categoryId === undefined ? undefined : eq(materials.categoryId, categoryId),
    searchText === ''
      ? undefined
      : sql`(${folded(materials.name)} like ${pattern} or ${folded(materials.content)} like ${pattern})`,
  );
  const sorting = sortings[order.field].map((column) =>
    order.descending ? desc(column) : asc(column),
  );
  const [data, total] = await Promise.all([
    selectShown(db)
      .where(where)
      .orderBy(...sorting, asc(materials.id))
      .limit(limit)
      .offset(offset),
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(materials)
      .where(where),
  ]);
  return { data, total: total[0]?.count ?? 0 };
}

export async function findShownMaterial(
  db: Database,
  id: number,
): Promise<VisibleMaterial | undefined> {
  const [row] = await selectShown(db).where(eq(materials.id, id));
  return row;
}

export async function findMaterial(db: Database, id: number): Promise<MaterialRow | undefined> {
  const [row] = await db.select().from(materials).where(eq(materials.id, id));
  return row;
}

/** A material, locked until the transaction ends. */
export async function lockMaterial(tx: Database, id: number): Promise<MaterialRow | undefined> {
  const [row] = await tx.select().from(materials).where(eq(materials.id, id)).for('update');
  return row;
}

/** The position of a category's last material. */
export async function lastMaterialPlace(db: Database, categoryId: number): Promise<number> {
  const [row] = await db
    .select({ last: sql<number>`coalesce(max(${materials.position}), 0)::int` })
    .from(materials)
    .where(eq(materials.categoryId, categoryId));
  return row?.last ?? 0;
}

export async function insertMaterial(
  tx: Database,
  values: typeof materials.$inferInsert,
): Promise<MaterialRow> {
  const [row] = await tx.insert(materials).values(values).returning();
  if (row === undefined) throw new Error('The material was not inserted');
  return row;
}

/** Changes a material and increments its version. */
export async function updateMaterial(
  tx: Database,
  id: number,
  change: Partial<MaterialRow>,
): Promise<MaterialRow> {
  const next = { ...change, version: sql`${materials.version} + 1` };
  const [row] = await tx.update(materials).set(next).where(eq(materials.id, id)).returning();
  if (row === undefined) throw new Error('The material was not updated');
  return row;
}

export const removeMaterial = async (tx: Database, id: number): Promise<void> =>
  void (await tx.delete(materials).where(eq(materials.id, id)));

/** The materials of a category in order, locked until the transaction ends. */
export const lockMaterialSequence = (tx: Database, categoryId: number) =>
  tx
    .select({ id: materials.id, position: materials.position })
    .from(materials)
    .where(eq(materials.categoryId, categoryId))
    .orderBy(asc(materials.position), asc(materials.id))
    .for('update');

export const selectMaterialPlaces = (db: Database, ids: readonly number[]) =>
  db
    .select({ id: materials.id, order: materials.position, version: materials.version })
    .from(materials)
    .where(inArray(materials.id, [...ids]))
    .orderBy(asc(materials.position), asc(materials.id));

/** Stores new positions of materials and increments their versions. */
export const placeMaterials = (tx: Database, places: readonly Place[], by: Editor): Promise<void> =>
  storePlaces(tx, materials, places, by);
