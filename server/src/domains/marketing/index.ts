export { loadEmbeds, type EmbedFiles } from './embeds/scripts.ts';
export { flyersOf } from './flyer/present.ts';
export { part } from './part.ts';
export { ensureBuiltInTemplates } from './templates/built-in.ts';
export { isFlyerTemplate } from './templates/repository.ts';
