import type { Logger } from 'pino';
import type { FastifyPluginAsync } from 'fastify';
import {
  BannerLogos,
  embedRoutes,
  Sightings,
  siteRoutes,
  widgetRoutes,
  type EmbedFiles,
} from './domains/marketing/index.ts';
import type { EmailDeps } from './domains/emails/index.ts';
import type { PageRenderer } from './domains/pages/index.ts';
import { brandOf } from './platform/brand.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { OpenDatabase } from './platform/db/connect.ts';
import type { FileStore } from './platform/files/store.ts';
import type { Route } from './platform/http/route.ts';
import type { CallCounter } from './platform/limits/counter.ts';
import { cached } from './platform/render/cache.ts';
import type { Renderer } from './platform/render/port.ts';

interface Edges {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  files: FileStore;
  renderer: PageRenderer;
  drawing: Renderer;
  embeds: EmbedFiles;
  log: Logger;
}

/**
 * The widgets on their edges: the codes that contractors take, and what other people's websites
 * load.
 */
export function composeWidgets(
  deps: Edges,
  mail: EmailDeps,
  counter: CallCounter,
): { routes: Route[]; embeds: FastifyPluginAsync } {
  const { config, clock, files, renderer, embeds, log } = deps;
  const { db } = deps.database;
  const { publicUrl } = config;
  return {
    routes: [...widgetRoutes({ db, mail, publicUrl }), ...siteRoutes({ db, clock })],
    embeds: embedRoutes({
      db,
      publicUrl,
      brand: brandOf(config),
      renderer,
      embeds,
      logos: new BannerLogos(files),
      drawing: cached(files, deps.drawing),
      sightings: new Sightings({ db, clock, counter }),
      log,
    }),
  };
}
