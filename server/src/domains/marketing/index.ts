import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { embedRoutes } from './embeds/routes.ts';
import { flyerJobs } from './flyer/service.ts';
import { drawnFiles, flyerLogos } from './flyer/repository.ts';
import { flyerRoutes } from './flyer/routes.ts';
import { siteRoutes } from './sites/routes.ts';
import { marketingData } from './own-data.ts';
import { socialRoutes } from './social/routes.ts';
import { flyerTemplateRoutes, socialTemplateRoutes } from './templates/routes.ts';
import { changeFlyer } from './templates/flyer-setting.ts';
import { widgetRoutes } from './widgets/routes.ts';

export { loadEmbeds, type EmbedFiles } from './embeds/scripts.ts';
export { readFlyers } from './flyer/present.ts';
export { ensureBuiltInTemplates } from './templates/built-in.ts';

/**
 * Flyers, social media images, and their templates; embed codes, and the resources that other
 * websites load.
 */
export const part = (context: Context): Part => ({
  routes: [
    ...widgetRoutes(context),
    ...siteRoutes(context),
    ...flyerRoutes(context),
    ...socialRoutes(context),
    ...flyerTemplateRoutes(context),
    ...socialTemplateRoutes(context),
  ],
  settings: { FlyerTemplate: (caller, id, form) => changeFlyer(context, caller, id, form) },
  jobs: flyerJobs(context),
  pages: embedRoutes(context),
  files: [flyerLogos, drawnFiles],
  ownData: marketingData(context),
});
