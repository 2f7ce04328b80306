import { fullNames } from './domains/identity/index.ts';
import { materials } from './domains/marketing/index.ts';
import { brandOf } from './platform/brand.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Keys } from './platform/crypto/keys.ts';
import type { OpenDatabase } from './platform/db/connect.ts';
import type { FileStore } from './platform/files/store.ts';
import type { Helpers } from './platform/helper/helpers.ts';
import type { Route } from './platform/http/route.ts';
import type { JobHandler } from './platform/jobs/job.ts';
import type { Renderer } from './platform/render/port.ts';

interface Edges {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  keys: Keys;
  files: FileStore;
  drawing: Renderer;
  helpers: Helpers;
}

/** Flyers, social media images and their templates, on their edges. */
export function composeMaterials(deps: Edges): { routes: Route[]; jobs: JobHandler[] } {
  const { config, clock, files, drawing: renderer, helpers } = deps;
  const { db } = deps.database;
  return materials({
    db,
    clock,
    files,
    renderer,
    uploads: helpers.uploads,
    templates: helpers.templates,
    namesOf: fullNames,
    publicUrl: config.publicUrl,
    brand: brandOf(config),
    timeZone: config.BUSINESS_TIME_ZONE,
    nameKey: deps.keys.derive('names of drawn files'),
  });
}
