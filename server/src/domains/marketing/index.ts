import { brandOf } from '../../platform/brand.ts';
import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { cached } from '../../platform/render/cache.ts';
import type { MessagingDeps } from '../messaging/index.ts';
import { fullNames } from '../identity/index.ts';
import type { PageRenderer } from '../pages/index.ts';
import { BannerLogos } from './banners/banner-html.ts';
import type { EmbedFiles } from './embeds/scripts.ts';
import { embedRoutes } from './embeds/routes.ts';
import { flyerJobs } from './flyer/service.ts';
import { drawnFiles, flyerLogos } from './flyer/repository.ts';
import { flyerRoutes } from './flyer/routes.ts';
import { siteRoutes } from './sites/routes.ts';
import { marketingData } from './own-data.ts';
import { Sightings } from './embeds/visit.ts';
import { socialRoutes } from './social/routes.ts';
import { flyerTemplateRoutes, socialTemplateRoutes } from './templates/routes.ts';
import { changeFlyer } from './templates/flyer-setting.ts';
import { Studio } from './templates/studio.ts';
import { widgetRoutes } from './widgets/routes.ts';

export { loadEmbeds, type EmbedFiles } from './embeds/scripts.ts';
export { flyersOf } from './flyer/present.ts';
export { ensureBuiltInTemplates } from './templates/built-in.ts';

interface Deps extends Pick<
  Context,
  'config' | 'database' | 'clock' | 'keys' | 'files' | 'drawing' | 'helpers' | 'counter' | 'log'
> {
  renderer: PageRenderer;
  embeds: EmbedFiles;
  messaging: MessagingDeps;
}

/**
 * Flyers, social media images, and their templates; embed codes, and the resources that other
 * websites load.
 */
export function part(deps: Deps): Part {
  const { config, clock, files, helpers, messaging, renderer, embeds, log, counter } = deps;
  const { db } = deps.database;
  const { publicUrl } = config;
  const brand = brandOf(config);
  const drawing = {
    db,
    clock,
    files,
    renderer: deps.drawing,
    uploads: helpers.uploads,
    templates: helpers.templates,
    namesOf: fullNames,
    publicUrl,
    brand,
    timeZone: config.BUSINESS_TIME_ZONE,
    nameKey: deps.keys.derive('names of drawn files'),
  };
  const materials = { ...drawing, studio: new Studio(drawing) };
  return {
    routes: [
      ...widgetRoutes({ db, messaging, publicUrl }),
      ...siteRoutes({ db, clock }),
      ...flyerRoutes(materials),
      ...socialRoutes(materials),
      ...flyerTemplateRoutes(materials),
      ...socialTemplateRoutes(materials),
    ],
    settings: {
      FlyerTemplate: (caller, id, form) => changeFlyer({ db, clock }, caller, id, form),
    },
    jobs: flyerJobs(materials),
    pages: embedRoutes({
      db,
      clock,
      config,
      publicUrl,
      brand,
      renderer,
      embeds,
      logos: new BannerLogos(files),
      drawing: cached(files, deps.drawing),
      sightings: new Sightings({ db, clock, counter }),
      log,
    }),
    files: [flyerLogos, drawnFiles],
    ownData: marketingData({ db, files }),
  };
}
