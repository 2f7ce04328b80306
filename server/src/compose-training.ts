import type { EmailDeps } from './domains/emails/index.ts';
import { trainingRoutes } from './domains/training/index.ts';
import { brandOf } from './platform/brand.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { OpenDatabase } from './platform/db/connect.ts';
import type { FileStore } from './platform/files/store.ts';
import type { Helpers } from './platform/helper/helpers.ts';
import type { Part } from './compose-part.ts';

interface Edges {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  files: FileStore;
  helpers: Helpers;
}

/** Training and FAQs: what contractors see, and what staff make. */
export function composeTraining(
  { config, database, clock, files, helpers }: Edges,
  mail: EmailDeps,
): Part {
  const maxVideoBytes = config.TRAINING_VIDEO_MAX_MB * 1024 * 1024;
  const deps = {
    db: database.db,
    clock,
    files,
    helpers,
    mail,
    brand: brandOf(config),
    maxVideoBytes,
  };
  return { routes: trainingRoutes(deps) };
}
