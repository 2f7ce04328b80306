import * as contract from '@lintel/contract/training';
import { trainingMessages } from '@lintel/contract/training-constants';
import type { Caller } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { TrainingDeps } from './deps.ts';
import { recordProgress, categoryAt, watchedCategories, watchedMaterials } from './progress.ts';
import { askQuestion } from './questions.ts';

/**
 * Whose progress is asked for. Throws `not_found` for anybody but the caller, or whom the caller is
 * switched into.
 */
function userOf(caller: Caller, userId: number | undefined): number {
  if (userId !== undefined && userId !== caller.user.id) throw new AppError('not_found');
  return caller.user.id;
}

/** What contractors do with the materials. */
export const watchingRoutes = (deps: TrainingDeps): Route[] => [
  handle(contract.readCategories, ({ query, caller }) =>
    watchedCategories(deps.db, userOf(caller, query.userId)),
  ),
  handle(contract.findCategoryByUrl, ({ query, caller }) =>
    categoryAt(deps.db, userOf(caller, query.userId), query.categoryUrl),
  ),
  handle(contract.readMaterials, ({ params, query: { userId, ...paging }, caller }) =>
    watchedMaterials(deps.db, userOf(caller, userId), { ...params, ...paging }),
  ),
  handle(contract.askQuestion, async ({ body, caller, request }) => {
    await askQuestion(deps, caller, body, request.idempotencyKey);
    return { message: trainingMessages.questionSent };
  }),
  handle(contract.setVideoStat, ({ body, caller }) => recordProgress(deps, caller, body)),
];
