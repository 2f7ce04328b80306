import { and, asc, eq, lte, ne, sql } from 'drizzle-orm';
import { allMaterials, shownVideos, type VideoStatus } from '@lintel/contract/training/constants';
import { files } from '../../platform/tables.ts';
import type { Database } from '../../platform/db/connect.ts';
import {
  trainingCategories as categories,
  trainingMaterials as materials,
  trainingProgress as progress,
} from './tables.ts';

export interface ProgressRow {
  status: VideoStatus;
  time: number;
  percent: number;
  lastAt: Date;
}

/** Seconds from and to. */
export type Range = readonly [from: number, to: number];

const matchesUser = (userId: number) =>
  and(eq(progress.materialId, materials.id), eq(progress.userId, userId));

/**
 * All categories in order, with counts of their materials and of videos the user hasn't started.
 */
export const selectWatchedCategories = (db: Database, userId: number, id?: number) =>
  db
    .select({
      category: categories,
      total: sql<number>`count(${materials.id})::int`,
      countNewVideos: sql<number>`count(${materials.id}) filter (where ${materials.videoType} is not null and ${progress.userId} is null)::int`,
    })
    .from(categories)
    .leftJoin(materials, eq(materials.categoryId, categories.id))
    .leftJoin(progress, matchesUser(userId))
    .where(id === undefined ? undefined : eq(categories.id, id))
    .groupBy(categories.id)
    .orderBy(asc(categories.type), asc(categories.position), asc(categories.id));

const watchedColumns = {
  material: materials,
  seconds: files.seconds,
  progress: { status: progress.status, time: progress.time, percent: progress.percent },
};

/** The featured videos with the user's progress: all of onboarding, a few of training. */
export function selectFirstVideos(db: Database, userId: number) {
  const placed = db
    .select({
      id: materials.id,
      type: categories.type,
      place:
        sql<number>`row_number() over (partition by ${materials.categoryId} order by ${materials.position}, ${materials.id})`.as(
          'place',
        ),
    })
    .from(materials)
    .innerJoin(categories, eq(categories.id, materials.categoryId))
    .where(ne(categories.type, 'faqs'))
    .as('placed');
  return db
    .select(watchedColumns)
    .from(placed)
    .innerJoin(materials, eq(materials.id, placed.id))
    .leftJoin(files, eq(files.key, materials.videoKey))
    .leftJoin(progress, matchesUser(userId))
    .where(
      lte(
        placed.place,
        sql`case when ${placed.type} = 'training' then ${shownVideos}::int else ${allMaterials}::int end`,
      ),
    )
    .orderBy(asc(materials.categoryId), asc(placed.place));
}

/** A page of a category's materials in order, with the user's progress. */
export const selectWatchedMaterials = (
  db: Database,
  {
    userId,
    categoryId,
    limit,
    offset,
  }: { userId: number; categoryId: number; limit: number; offset: number },
) =>
  db
    .select(watchedColumns)
    .from(materials)
    .leftJoin(files, eq(files.key, materials.videoKey))
    .leftJoin(progress, matchesUser(userId))
    .where(eq(materials.categoryId, categoryId))
    .orderBy(asc(materials.position), asc(materials.id))
    .limit(limit)
    .offset(offset);

/** A user's progress in a video; locked until the transaction ends when `lock` is set. */
export async function findProgress(
  db: Database,
  userId: number,
  materialId: number,
  lock = false,
): Promise<ProgressRow | undefined> {
  const query = db
    .select({
      status: progress.status,
      time: progress.time,
      percent: progress.percent,
      lastAt: progress.lastAt,
    })
    .from(progress)
    .where(and(eq(progress.userId, userId), eq(progress.materialId, materialId)));
  const [row] = await (lock ? query.for('update') : query);
  return row;
}

export interface ProgressReport {
  userId: number;
  materialId: number;
  status: VideoStatus;
  time: number;
  /** Seconds, more than 0. */
  duration: number;
  watched: readonly Range[];
  at: Date;
}

/**
 * Adds a report to the stored progress: watched ranges are merged, and an ended video stays ended.
 */
export async function addProgress(tx: Database, report: ProgressReport): Promise<ProgressRow> {
  const { userId, materialId, status, time, duration, watched, at } = report;
  const ranges = `{${watched.map(([from, to]) => `[${from},${to})`).join(',')}}`;
  const moment = at.toISOString();
  const ended = status === 'ended' ? moment : null;
  await tx.execute(sql`insert into training_progress as stored
    (user_id, material_id, status, "time", duration, watched, watched_seconds, percent, started_at, ended_at, last_at)
    values (${userId}, ${materialId}, ${status}, ${time}, ${duration}, ${ranges}::nummultirange, 0, 0, ${moment}, ${ended}, ${moment})
    on conflict (user_id, material_id) do update set
      status = case when stored.status = 'ended' then stored.status else excluded.status end,
      "time" = excluded."time", duration = excluded.duration, watched = stored.watched + excluded.watched,
      ended_at = coalesce(stored.ended_at, excluded.ended_at), last_at = excluded.last_at`);
  const seconds = sql`(select coalesce(sum(upper(part) - lower(part)), 0) from unnest(${progress.watched}) as part)`;
  const [row] = await tx
    .update(progress)
    .set({
      watchedSeconds: sql`${seconds}`,
      percent: sql`least(100, round(100 * ${seconds} / ${progress.duration}::numeric))::int`,
    })
    .where(and(eq(progress.userId, userId), eq(progress.materialId, materialId)))
    .returning({
      status: progress.status,
      time: progress.time,
      percent: progress.percent,
      lastAt: progress.lastAt,
    });
  if (row === undefined) throw new Error('The progress was not stored');
  return row;
}
