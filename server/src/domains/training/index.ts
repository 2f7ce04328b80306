export { createCategory } from './categories.ts';
export { createMaterial } from './materials.ts';
export { storeVideo, videoAddress } from './media.ts';
export { recordProgress } from './progress.ts';
export { part } from './part.ts';
