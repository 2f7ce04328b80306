import { brandOf } from '../../platform/brand.ts';
import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import type { MessagingDeps } from '../messaging/index.ts';
import { materialFiles } from './material-repository.ts';
import { trainingData } from './own-data.ts';
import { trainingRoutes } from './routes.ts';

export { createCategory } from './categories.ts';
export { createMaterial } from './materials.ts';
export { storeVideo, videoAddress } from './media.ts';
export { recordProgress } from './progress.ts';

interface Deps extends Pick<Context, 'config' | 'database' | 'clock' | 'files' | 'helpers'> {
  messaging: MessagingDeps;
}

/** Training and FAQs: what contractors see and what staff edit. */
export const part = ({ config, database, clock, files, helpers, messaging }: Deps): Part => ({
  routes: trainingRoutes({
    db: database.db,
    clock,
    files,
    helpers,
    messaging,
    brand: brandOf(config),
    maxVideoBytes: config.TRAINING_VIDEO_MAX_MB * 1024 * 1024,
  }),
  files: [materialFiles],
  ownData: trainingData(database.db),
});
