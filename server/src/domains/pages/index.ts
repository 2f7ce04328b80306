export { publicPageRoutes, type PageRenderer } from './public-page.ts';
export { findPublicPage, pageNames } from './repository.ts';
export { pageRoutes } from './routes.ts';
export { createPage } from './service.ts';
