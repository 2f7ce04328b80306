export { drawPage, type DrawDeps, type PageRenderer } from './draw-page.ts';
export { pagePolicy } from './page-policy.ts';
export { publicPageRoutes } from './public-page.ts';
export {
  findPublicPage,
  findPublicPageById,
  pageLogos,
  pageNames,
  type PageRow,
} from './repository.ts';
export { pageRoutes } from './routes.ts';
export { createPage } from './service.ts';
