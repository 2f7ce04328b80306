import * as contract from '@lintel/contract/marketing/flyer';
import { askedEachTime } from '../../../platform/http/etag.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { pageFlyer, pageFlyerPictures, saveFlyer, type FlyerDeps } from './service.ts';
import { presentFlyerPage } from './present.ts';
import { requireFlyerPage, selectFlyerPages } from './repository.ts';

/** Homeowner flyers of a contractor's pages. */
export const flyerRoutes = (deps: FlyerDeps): Route[] => [
  handle(contract.listMaterials, async ({ owned }) => {
    const rows = await selectFlyerPages(deps.db, owned.contractorId);
    return { data: rows.map((row) => presentFlyerPage(row, deps.publicUrl)) };
  }),
  handle(contract.saveMaterials, async ({ body, files, caller, owned }) => {
    const { contractorId, pageId } = owned;
    const request = { contractorId, pageId, form: body.flyer, logo: files.logoFileBlob };
    await saveFlyer(deps, caller, request);
    const page = presentFlyerPage(
      await requireFlyerPage(deps.db, contractorId, pageId),
      deps.publicUrl,
    );
    return { message: 'Update successful', page };
  }),
  handle(contract.readFlyer, async ({ query, owned: { contractorId, pageId } }) => {
    const which = { contractorId, pageId, language: query.lang };
    const { pdf, fileName } = await pageFlyer(deps, which);
    const name = `inline; filename="${fileName}"`;
    return {
      content: pdf,
      headers: { 'content-disposition': name, 'cache-control': askedEachTime },
    };
  }),
  handle(contract.readFlyerImages, ({ query, owned: { contractorId, pageId } }) =>
    pageFlyerPictures(deps, { contractorId, pageId, language: query.lang }),
  ),
];
