import * as contract from '@lintel/contract/marketing/flyer';
import type { Context } from '../../../platform/context.ts';
import { revalidated } from '../../../platform/http/etag.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { pageFlyer, pageFlyerPictures, saveFlyer } from './service.ts';
import { presentFlyerPage } from './present.ts';
import { requireFlyerPage, selectFlyerPages } from './repository.ts';

/** Homeowner flyers of a contractor's pages. */
export const flyerRoutes = (context: Context): Route[] => [
  handle(contract.listMaterials, async ({ owned }) => {
    const rows = await selectFlyerPages(context.db, owned.contractorId);
    return { data: rows.map((row) => presentFlyerPage(row, context.config.publicUrl)) };
  }),
  handle(contract.saveMaterials, async ({ body, files, caller, owned }) => {
    const { contractorId, pageId } = owned;
    const request = { contractorId, pageId, form: body.flyer, logo: files.logoFileBlob };
    await saveFlyer(context, caller, request);
    const page = presentFlyerPage(
      await requireFlyerPage(context.db, contractorId, pageId),
      context.config.publicUrl,
    );
    return { message: 'Update successful', page };
  }),
  handle(contract.readFlyer, async ({ query, owned: { contractorId, pageId } }) => {
    const which = { contractorId, pageId, language: query.lang };
    const { pdf, fileName } = await pageFlyer(context, which);
    const name = `inline; filename="${fileName}"`;
    return {
      content: pdf,
      headers: { 'content-disposition': name, 'cache-control': revalidated },
    };
  }),
  handle(contract.readFlyerImages, ({ query, owned: { contractorId, pageId } }) =>
    pageFlyerPictures(context, { contractorId, pageId, language: query.lang }),
  ),
];
