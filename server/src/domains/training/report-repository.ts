import { and, asc, desc, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import type {
  VideoStatus,
  ViewOrder,
  WatchedMaterialOrder,
} from '@lintel/contract/training/constants';
import type { Database } from '../../platform/db/connect.ts';
import { containing, folded } from '../../platform/db/folded.ts';
import { contractors } from '../contractors/tables.ts';
import { users } from '../identity/tables.ts';
import {
  trainingCategories as categories,
  trainingMaterials as materials,
  trainingProgress as progress,
} from './tables.ts';

interface Page<Order> {
  limit: number;
  offset: number;
  order: { field: Order; descending: boolean };
}

const viewers = sql<number>`count(${progress.userId})::int`;
const ended = sql<number>`(count(*) filter (where ${progress.status} = 'ended'))::int`;
const average = sql<number>`coalesce(round(avg(${progress.percent})), 0)::int`;
const lastWatched = sql<string | null>`max(${progress.lastAt})`;

const materialSortings: Record<WatchedMaterialOrder, SQL> = {
  name: sql`lower(${materials.name})`,
  category: sql`lower(${categories.name})`,
  viewers,
  ended,
  percent: average,
  lastWatched: sql`coalesce(${lastWatched}, '-infinity')`,
};

const sorted = (column: SQL, descending: boolean): SQL => (descending ? desc(column) : asc(column));

/** A page of videos with their watch statistics. */
export async function selectWatched(
  db: Database,
  query: Page<WatchedMaterialOrder> & { categoryId: number | undefined; searchText: string },
) {
  const { categoryId, searchText, order, limit, offset } = query;
  const where = and(
    isNotNull(materials.videoType),
    categoryId === undefined ? undefined : eq(materials.categoryId, categoryId),
    searchText === '' ? undefined : sql`${folded(materials.name)} like ${containing(searchText)}`,
  );
  const [data, total] = await Promise.all([
    db
      .select({
        id: materials.id,
        name: materials.name,
        category: { id: categories.id, name: categories.name, type: categories.type },
        viewers,
        ended,
        percent: average,
        lastWatched,
      })
      .from(materials)
      .innerJoin(categories, eq(categories.id, materials.categoryId))
      .leftJoin(progress, eq(progress.materialId, materials.id))
      .where(where)
      .groupBy(materials.id, categories.id)
      .orderBy(sorted(materialSortings[order.field], order.descending), asc(materials.id))
      .limit(limit)
      .offset(offset),
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(materials)
      .where(where),
  ]);
  return { data, total: total[0]?.count ?? 0 };
}

const fullName = sql<string>`btrim(${users.firstname} || ' ' || ${users.lastname})`;

const viewSortings: Record<ViewOrder, SQL> = {
  fullName: sql`lower(${fullName})`,
  companyName: sql`lower(coalesce(${contractors.companyName}, ''))`,
  name: sql`lower(${materials.name})`,
  status: sql`${progress.status}`,
  percent: sql`${progress.percent}`,
  lastWatched: sql`${progress.lastAt}`,
};

/** A page of views by user and video. */
export async function selectViews(
  db: Database,
  query: Page<ViewOrder> & {
    materialId: number | undefined;
    status: VideoStatus | '';
    searchText: string;
  },
) {
  const { materialId, status, searchText, order, limit, offset } = query;
  const pattern = containing(searchText);
  const where = and(
    materialId === undefined ? undefined : eq(progress.materialId, materialId),
    status === '' ? undefined : eq(progress.status, status),
    searchText === ''
      ? undefined
      : sql`(${folded(fullName)} like ${pattern} or ${folded(users.email)} like ${pattern} or ${folded(contractors.companyName)} like ${pattern})`,
  );
  const shown = {
    progress,
    user: { id: users.id, fullName, email: users.email },
    contractor: { id: contractors.id, companyName: contractors.companyName },
    material: { id: materials.id, name: materials.name, categoryName: categories.name },
  };
  const [data, total] = await Promise.all([
    db
      .select(shown)
      .from(progress)
      .innerJoin(users, eq(users.id, progress.userId))
      .innerJoin(materials, eq(materials.id, progress.materialId))
      .innerJoin(categories, eq(categories.id, materials.categoryId))
      .leftJoin(contractors, eq(contractors.id, users.contractorId))
      .where(where)
      .orderBy(
        sorted(viewSortings[order.field], order.descending),
        asc(progress.userId),
        asc(progress.materialId),
      )
      .limit(limit)
      .offset(offset),
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(progress)
      .innerJoin(users, eq(users.id, progress.userId))
      .leftJoin(contractors, eq(contractors.id, users.contractorId))
      .where(where),
  ]);
  return { data, total: total[0]?.count ?? 0 };
}

/** The views of a contractor's users, by person. */
export const selectContractorViews = (db: Database, contractorId: number) =>
  db
    .select({
      progress,
      fullName,
      email: users.email,
      name: materials.name,
      category: categories.name,
    })
    .from(progress)
    .innerJoin(users, eq(users.id, progress.userId))
    .innerJoin(materials, eq(materials.id, progress.materialId))
    .innerJoin(categories, eq(categories.id, materials.categoryId))
    .where(eq(users.contractorId, contractorId))
    .orderBy(asc(progress.userId), asc(progress.startedAt), asc(progress.materialId));
export type OwnView = Awaited<ReturnType<typeof selectContractorViews>>[number];
