import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { materialFiles } from './material-repository.ts';
import { trainingData } from './own-data.ts';
import { trainingRoutes } from './routes.ts';

export { createCategory } from './categories.ts';
export { createMaterial } from './materials.ts';
export { storeVideo, videoAddress } from './media.ts';
export { recordProgress } from './progress.ts';

/** Training and FAQs: what contractors see and what staff edit. */
export const part = (context: Context): Part => ({
  routes: trainingRoutes(context),
  files: [materialFiles],
  ownData: trainingData(context.db),
});
