export { drawPage, type DrawDeps, type PageRenderer } from './present.ts';
export { pagePolicy } from './public-page.ts';
export { part } from './part.ts';
export {
  findActivePage,
  findPublicPage,
  findPublicPageById,
  pageNames,
  type PageRow,
} from './repository.ts';
export { createPage } from './service.ts';
