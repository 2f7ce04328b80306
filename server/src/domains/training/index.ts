export { createCategory } from './categories.ts';
export { createMaterial } from './materials.ts';
export { storeVideo, videoAddress } from './media.ts';
export { recordProgress } from './progress.ts';
export { trainingRoutes } from './routes.ts';
export { materialFiles } from './material-repository.ts';
