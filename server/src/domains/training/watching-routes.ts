import * as contract from '@lintel/contract/training/library';
import { trainingMessages } from '@lintel/contract/training/constants';
import { handle, type Route } from '../../platform/http/route.ts';
import type { TrainingDeps } from './deps.ts';
import { recordProgress, categoryAt, watchedCategories, watchedMaterials } from './progress.ts';
import { askQuestion } from './questions.ts';

/** What contractors do with the materials. */
export const watchingRoutes = (deps: TrainingDeps): Route[] => [
  handle(contract.readCategories, ({ owned }) => watchedCategories(deps.db, owned.user.id)),
  handle(contract.findCategoryByUrl, ({ query, owned }) =>
    categoryAt(deps.db, owned.user.id, query.categoryUrl),
  ),
  handle(contract.readMaterials, ({ params, query: { userId: _userId, ...paging }, owned }) =>
    watchedMaterials(deps.db, owned.user.id, { ...params, ...paging }),
  ),
  handle(contract.askQuestion, async ({ body, caller, request }) => {
    await askQuestion(deps, caller, body, request.idempotencyKey);
    return { message: trainingMessages.questionSent };
  }),
  handle(contract.setVideoStat, ({ body, caller }) => recordProgress(deps, caller, body)),
];
