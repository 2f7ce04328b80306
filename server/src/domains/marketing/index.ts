export { BannerLogos } from './banners/logos.ts';
export { loadEmbeds, type EmbedFiles } from './embeds/files.ts';
export { embedRoutes } from './embeds/routes.ts';
export { flyersOf } from './flyer/flyers-of.ts';
export { isFlyerTemplate, materials } from './materials.ts';
export { siteRoutes } from './sites/routes.ts';
export { Sightings } from './sites/sightings.ts';
export { ensureBuiltInTemplates } from './templates/built-in.ts';
export { widgetRoutes } from './widgets/routes.ts';
