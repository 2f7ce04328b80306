import * as contract from '@lintel/contract/pages/page';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { presentPage, type PageFlyer } from './present.ts';
import { isPublicFile, pageNames, selectPages } from './repository.ts';
import { changePage, createPage, setPageActive, type PageDeps } from './service.ts';

interface PageRouteDeps extends PageDeps {
  config: Config;
  /** The flyers of a contractor's pages with their logos, by page id. */
  flyersOf(contractorId: number): Promise<ReadonlyMap<number, PageFlyer>>;
}

export const pageRoutes = (deps: PageRouteDeps): Route[] => [
  handle(contract.listPages, async ({ owned }) => ({
    data: await pagesOf(deps, owned.contractorId),
  })),
  handle(contract.listPageNames, async ({ owned }) => ({
    data: await pageNames(deps.db, owned.contractorId),
  })),
  handle(contract.createPage, async ({ body, files, caller, owned }) => {
    const pageId = await createPage(deps, {
      caller,
      contractorId: owned.contractorId,
      form: body,
      logo: files.logo,
    });
    return { message: 'Create successful', page: await onePage(deps, owned.contractorId, pageId) };
  }),
  handle(contract.updatePage, async ({ body, files, caller, owned: { contractorId, pageId } }) => {
    const { version, ...form } = body;
    await changePage(deps, {
      caller,
      contractorId,
      pageId,
      version,
      form,
      logo: files.logo,
    });
    return { message: 'Update successful', page: await onePage(deps, contractorId, pageId) };
  }),
  handle(contract.setPageActive, async ({ body, caller, owned: { contractorId, pageId } }) => {
    const { isActive } = body;
    await setPageActive(deps, { caller, contractorId, pageId, isActive });
    const message = isActive ? 'The page is open again.' : 'The page is closed.';
    return { message, page: await onePage(deps, contractorId, pageId) };
  }),
  handle(contract.readMedia, async ({ params }) => {
    const content = (await isPublicFile(deps.db, params.key))
      ? await deps.files.read(params.key)
      : null;
    if (content === null) throw new AppError('not_found');
    const headers = {
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    };
    return { content, headers };
  }),
];

async function pagesOf(
  { db, config, flyersOf }: PageRouteDeps,
  contractorId: number,
): Promise<contract.CoBrandedPage[]> {
  const [rows, flyers] = await Promise.all([selectPages(db, contractorId), flyersOf(contractorId)]);
  return rows.flatMap((row) => {
    const flyer = flyers.get(row.id);
    return flyer === undefined ? [] : [presentPage(row, config.publicUrl, flyer)];
  });
}

async function onePage(
  deps: PageRouteDeps,
  contractorId: number,
  pageId: number,
): Promise<contract.CoBrandedPage> {
  const page = (await pagesOf(deps, contractorId)).find(({ id }) => id === pageId);
  if (page === undefined) throw new AppError('not_found');
  return page;
}
