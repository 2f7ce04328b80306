import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import type {
  setVideoStat,
  findCategoryByUrl,
  readCategories,
  readMaterials,
} from '@lintel/contract/training/library';
import { allMaterials } from '@lintel/contract/training/constants';
import type { Caller } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { findMaterial } from './material-repository.ts';
import {
  addProgress,
  findProgress,
  selectFirstVideos,
  selectWatchedCategories,
  selectWatchedMaterials,
  type ProgressRow,
  type Range,
} from './progress-repository.ts';
import { comesWhole, presentMaterial, presentWatchedCategory } from './present.ts';

type Report = RequestPart<typeof setVideoStat, 'body'>;

/** The fastest playback rate, and the allowed delay of a report in seconds. */
const fastest = 2;
const slack = 2;

/**
 * Records the caller's progress in a video. Records nothing while staff are switched into a
 * contractor, since they aren't the contractor. Throws `not_found` when the material isn't a video.
 */
export async function recordProgress(
  context: Context,
  caller: Caller,
  report: Report,
): Promise<ResponseBody<typeof setVideoStat>> {
  const material = await findMaterial(context.db, report.videoId);
  if (material?.videoType == null) throw new AppError('not_found');
  if (caller.switchedInto !== null) {
    const stored = await findProgress(context.db, caller.user.id, material.id);
    return progressAnswer(
      stored,
      "Progress isn't recorded while you're switched into an account.",
      false,
    );
  }
  const userId = caller.user.id;
  const duration =
    report.videoDuration > 0 ? report.videoDuration : Math.max(1, material.minutes * 60);
  const at = context.clock.now();
  const stored = await context.db.transaction(async (tx) => {
    const before = await findProgress(tx, userId, material.id, true);
    const watched = within(report.watched ?? played(before, report, at), duration);
    const { videoStatus: status, videoTime } = report;
    return addProgress(tx, {
      userId,
      materialId: material.id,
      status,
      time: Math.min(videoTime, duration),
      duration,
      watched,
      at,
    });
  });
  return progressAnswer(stored, 'Saved', true);
}

const progressAnswer = (
  stored: ProgressRow | undefined,
  message: string,
  recorded: boolean,
): ResponseBody<typeof setVideoStat> => ({
  message,
  recorded,
  videoStatus: stored?.status ?? null,
  watchedPercent: stored?.percent ?? 0,
});

/**
 * What was played between two reports: the span between them, unless the player can't have covered
 * it in that time.
 */
function played(before: ProgressRow | undefined, { videoTime }: Report, at: Date): Range[] {
  if (before?.status !== 'started') return [];
  const way = videoTime - before.time;
  const meanwhile = (at.getTime() - before.lastAt.getTime()) / 1000;
  return way > 0 && way <= meanwhile * fastest + slack ? [[before.time, videoTime]] : [];
}

/** The ranges within a video, rounded outward to tenths of a second so that neighbors meet. */
const within = (ranges: readonly Range[], duration: number): Range[] =>
  ranges
    .map(
      ([from, to]) =>
        [Math.floor(from * 10) / 10, Math.min(Math.ceil(to * 10) / 10, duration)] as const,
    )
    .filter(([from, to]) => from < to);

/** The categories by type, with counts of videos new to the user, and the featured videos. */
export async function watchedCategories(
  db: Database,
  userId: number,
): Promise<ResponseBody<typeof readCategories>> {
  const rows = await selectWatchedCategories(db, userId);
  const videos = (await selectFirstVideos(db, userId)).map(presentMaterial);
  const all = rows.map((row) => ({
    ...presentWatchedCategory(row),
    videos: videos.filter(({ categoryId }) => categoryId === row.category.id),
  }));
  const of = (type: (typeof all)[number]['type']) =>
    all.filter((category) => category.type === type);
  return {
    onboarding_training: of('onboarding_training'),
    training: of('training'),
    faqs: of('faqs'),
  };
}

/**
 * The category by the id at the end of its URL; the words may be of an earlier name. Throws
 * `not_found`.
 */
export async function categoryAt(
  db: Database,
  userId: number,
  url: string,
): Promise<ResponseBody<typeof findCategoryByUrl>> {
  const [id] = /\d{1,9}$/.exec(url) ?? [];
  const [row] = id === undefined ? [] : await selectWatchedCategories(db, userId, Number(id));
  if (row === undefined) throw new AppError('not_found');
  const category = presentWatchedCategory(row);
  return { categoryUrl: category.categoryUrl, category };
}

/**
 * A page of a category's materials. Throws `not_found`, and `bad_request` for a page larger than
 * the category allows.
 */
export async function watchedMaterials(
  db: Database,
  userId: number,
  {
    id,
    page,
    limit,
  }: RequestPart<typeof readMaterials, 'params'> &
    Omit<RequestPart<typeof readMaterials, 'query'>, 'userId'>,
): Promise<ResponseBody<typeof readMaterials>> {
  const [row] = await selectWatchedCategories(db, userId, id);
  if (row === undefined) throw new AppError('not_found');
  if (limit === allMaterials && !comesWhole(row.category.type))
    throw new AppError('bad_request', {
      message: `limit: Use ${allMaterials} only for FAQs and onboarding.`,
    });
  const data = await selectWatchedMaterials(db, {
    userId,
    categoryId: id,
    limit,
    offset: (page - 1) * limit,
  });
  return { data: data.map(presentMaterial), total: row.total };
}
