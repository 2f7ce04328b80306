import * as contract from '@lintel/contract/marketing-flyer';
import { askedEachTime } from '../../../platform/http/etag.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { requireOwnContractor } from '../../contractors/index.ts';
import { flyerOf, flyerPictures, requireMaterials } from './drawing.ts';
import { presentMaterials } from './present.ts';
import { selectMaterials } from './repository.ts';
import { saveFlyer, type FlyerDeps } from './service.ts';

/** The homeowner flyers of a contractor's own pages. */
export const flyerRoutes = (deps: FlyerDeps): Route[] => [
  handle(contract.listMaterials, async ({ params, caller }) => {
    requireOwnContractor(caller, params.id);
    const rows = await selectMaterials(deps.db, params.id);
    return { data: rows.map((row) => presentMaterials(row, deps.publicUrl)) };
  }),
  handle(contract.saveMaterials, async ({ params: { id, pid }, body, files, caller }) => {
    requireOwnContractor(caller, id);
    const request = { contractorId: id, pageId: pid, form: body.flyer, logo: files.logoFileBlob };
    await saveFlyer(deps, caller, request);
    const page = presentMaterials(await requireMaterials(deps.db, id, pid), deps.publicUrl);
    return { message: 'Update successful', page };
  }),
  handle(contract.readFlyer, async ({ params: { contractorId, pageId }, caller }) => {
    requireOwnContractor(caller, contractorId);
    const { pdf, pageName } = await flyerOf(deps, contractorId, pageId);
    const name = `inline; filename="flyer-${pageName}.pdf"`;
    return {
      content: pdf,
      headers: { 'content-disposition': name, 'cache-control': askedEachTime },
    };
  }),
  handle(contract.readFlyerImages, async ({ params: { contractorId, pageId }, caller }) => {
    requireOwnContractor(caller, contractorId);
    return flyerPictures(deps, contractorId, pageId);
  }),
];
