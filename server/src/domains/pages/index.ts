export { drawPage, type DrawDeps, type PageRenderer } from './draw-page.ts';
export { pagePolicy } from './page-policy.ts';
export { part } from './part.ts';
export {
  findActivePage,
  findPublicPage,
  findPublicPageById,
  pageNames,
  type PageRow,
} from './repository.ts';
export { createPage } from './service.ts';
