import { join } from 'node:path';
import { brandOf } from '../../platform/brand.ts';
import { ofContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { pageData } from './own-data.ts';
import type { PageRenderer } from './present.ts';
import { publicPageRoutes } from './public-page.ts';
import { isPageOf, pageLogos } from './repository.ts';
import { pageRoutes } from './routes.ts';

export {
  drawApplicationPage,
  drawDocumentPage,
  drawLegalPage,
  drawPage,
  drawPrivacyPage,
  type DrawDeps,
  type PageRenderer,
} from './present.ts';
export { ancestorsDirective, pagePolicy } from './public-page.ts';
export {
  findActivePage,
  findClosedPageById,
  findPageOfLinks,
  findPublicPage,
  findPublicPageById,
  pageLogos,
  pageNames,
  type PageRow,
} from './repository.ts';
export { createPage } from './service.ts';

interface Deps extends Pick<
  Context,
  'config' | 'database' | 'clock' | 'files' | 'helpers' | 'appFolder'
> {
  renderer: PageRenderer;
  flyersOf: Parameters<typeof pageRoutes>[0]['flyersOf'];
}

/** Co-branded pages: contractors' settings and the public pages. */
export function part(deps: Deps): PartWithRows<'page'> {
  const { config, clock, files, helpers, renderer, flyersOf } = deps;
  const { db } = deps.database;
  return {
    routes: pageRoutes({ db, clock, config, files, uploads: helpers.uploads, flyersOf }),
    pages: publicPageRoutes({
      db,
      clock,
      config,
      publicUrl: config.publicUrl,
      renderer,
      brand: brandOf(config),
      clientFolder: join(deps.appFolder, 'homeowner/dist/client'),
    }),
    finders: { page: ofContractor((contractorId, id) => isPageOf(db, contractorId, id)) },
    files: [pageLogos],
    ownData: pageData({ db, files, publicUrl: config.publicUrl }),
  };
}
