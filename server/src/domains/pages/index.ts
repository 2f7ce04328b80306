import { ownedByContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { pageData } from './own-data.ts';
import { publicPageRoutes } from './public-page.ts';
import { ownsPage, pageLogos } from './repository.ts';
import { pageRoutes } from './routes.ts';

export {
  drawApplicationPage,
  drawDocumentPage,
  drawLegalPage,
  drawPage,
  drawPrivacyPage,
  type PageFlyer,
  type PageRenderer,
} from './present.ts';
export { ancestorsDirective, pagePolicy } from './public-page.ts';
export {
  findActivePage,
  findClosedPageById,
  findLinkPage,
  findPublicPage,
  findPublicPageById,
  pageLogos,
  pageNames,
  type PageRow,
} from './repository.ts';
export { createPage } from './service.ts';

/** Co-branded pages: contractors' settings and the public pages. */
export const part = (context: Context): PartWithRows<'page'> => ({
  routes: pageRoutes(context),
  pages: publicPageRoutes(context),
  finders: {
    page: ownedByContractor((contractorId, id) => ownsPage(context.db, contractorId, id)),
  },
  files: [pageLogos],
  ownData: pageData(context),
});
